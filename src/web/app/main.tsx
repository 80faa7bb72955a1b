import './app.css';
import {
  type ComponentType,
  type PropsWithChildren,
  Fragment,
  StrictMode,
  startTransition,
} from 'react';
import { createRoot } from 'react-dom/client';
import { BrokenPage } from './error-boundary.tsx';
import { Layout } from './layout.tsx';
import { Router } from './router.tsx';
import { startWallet } from '../kernel/wallet/actions.ts';
import { watchTheme } from './theme.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../kernel/api/query-client.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

function show(Frame: ComponentType<PropsWithChildren>): void {
  const page = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Frame>
          <Layout>
            <Router />
          </Layout>
        </Frame>
      </QueryClientProvider>
    </StrictMode>
  );
  const place = createRoot(root as HTMLElement);
  // In slices, between which a slow phone can answer a finger.
  startTransition(() => place.render(page));
}

watchTheme();
if (new URLSearchParams(window.location.search).has('demo')) {
  // In place of server, chain and wallet: no call is ever made.
  void import('../demo/demo.tsx').then(
    (demo) => show(demo.default),
    // Without its code nothing else may be shown: the app itself would call the server.
    () =>
      createRoot(root).render(
        <main>
          <BrokenPage />
        </main>,
      ),
  );
} else {
  startWallet();
  // At once: what changes before the stream is open is only seen by polling.
  void import('./live.ts').then(({ goLive }) => goLive());
  show(Fragment);
}
