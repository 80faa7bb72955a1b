import { Suspense, lazy } from 'react';
import { Route, Switch, useLocation } from 'wouter';

import { DashboardPage } from './dashboard-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageLoading } from './page-loading.tsx';
import { useTab } from './tabs.ts';

const AdminPage = lazy(() => import('./admin-page.tsx'));
const BondPage = lazy(() => import('./bond-page.tsx'));

const StakePage = lazy(() => import('./stake-page.tsx'));
const SellPage = lazy(() => import('./sell-page.tsx'));
const HistoryPage = lazy(() => import('./history-page.tsx'));
const InfoPage = lazy(() => import('./info-page.tsx'));
const OtherPage = lazy(() => import('./other-page.tsx'));

const TAB_PAGES = {
  dashboard: DashboardPage,
  bond: BondPage,
  stake: StakePage,
  sell: SellPage,
  history: HistoryPage,
  info: InfoPage,
};

/** One page per path and tab; a page that crashes takes only itself along. */
export function Router() {
  const [path] = useLocation();
  const tab = useTab();
  return (
    <ErrorBoundary key={`${path}#${tab}`}>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path="/" component={TAB_PAGES[tab ?? 'dashboard']} />
          <Route path="/sell" component={SellPage} />
          <Route path="/admin" component={AdminPage} />
          <Route component={OtherPage} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
