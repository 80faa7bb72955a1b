import './app.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { Layout } from './layout.tsx';
import { Providers } from './providers.tsx';
import { Router } from './router.tsx';
import { startWallet } from '../wallet/actions.ts';
import { watchTheme } from './theme.ts';

watchTheme();
startWallet();
void import('./live.ts');

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers>
      <Layout>
        <Router />
      </Layout>
    </Providers>
  </StrictMode>,
);
