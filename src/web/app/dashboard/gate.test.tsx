import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { Router } from 'wouter';

import { transport } from '../../kernel/api/transport.ts';
import { queryClient } from '../../kernel/api/query-client.ts';
import { inDemo } from '../../demo/in-demo.ts';
import { setWalletState } from '../../kernel/wallet/state.ts';
import { GateScreen } from './gate.tsx';
import { useAdmin } from './use-owner-gate.ts';

afterEach(() => {
  transport.isDemo = false;
  setWalletState({ phase: 'disconnected' });
});

function Admin() {
  const gate = useAdmin();
  return gate.state === 'open' ? null : <GateScreen gate={gate} />;
}

test('the gate says in the demo that the dashboard is not part of it, and offers two ways out', () => {
  const wallet = { id: 'phantom', name: 'Demo wallet', address: 'demo', userId: 'u' } as const;
  setWalletState({ phase: 'connected', ...wallet, session: 'open' });
  transport.isDemo = true;
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Router ssrPath="/admin" ssrSearch="demo" hrefs={inDemo}>
        <Admin />
      </Router>
    </QueryClientProvider>,
  );
  expect(html).toContain('Not part of the demo');
  expect(html).not.toContain('Sign to Access Admin Dashboard');
  expect(html).toMatch(/href="\/\?demo"[^>]*>Return to Dashboard</);
  expect(html).toMatch(/href="\/admin"[^>]*>Leave the demo</);
});
