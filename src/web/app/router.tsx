import { Suspense, lazy } from 'react';
import { Route, Switch, useLocation } from 'wouter';

import { DashboardPage } from './dashboard-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageLoading } from './page-loading.tsx';
import { TAB_PAGES } from './tab-pages.ts';
import { useTab } from './tabs.ts';

const AdminPage = lazy(() => import('./admin-page.tsx'));
const SellPage = lazy(TAB_PAGES.sell);
const OtherPage = lazy(() => import('./other-page.tsx'));

const PAGES = {
  dashboard: DashboardPage,
  bond: lazy(TAB_PAGES.bond),
  stake: lazy(TAB_PAGES.stake),
  sell: SellPage,
  history: lazy(TAB_PAGES.history),
  info: lazy(TAB_PAGES.info),
};

/** One page per path and tab; a page that crashes takes only itself along. */
export function Router() {
  const [path] = useLocation();
  const tab = useTab();
  return (
    <ErrorBoundary key={`${path}#${tab}`}>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path="/" component={PAGES[tab ?? 'dashboard']} />
          <Route path="/sell" component={SellPage} />
          <Route path="/admin" component={AdminPage} />
          <Route component={OtherPage} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
