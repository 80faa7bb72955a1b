import { Suspense, lazy } from 'react';
import { Route, Switch, useLocation } from 'wouter';

import { DashboardPage } from './dashboard-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageLoading } from './page-loading.tsx';

const AdminPage = lazy(() => import('./admin-page.tsx'));

/** One page per path; a page that crashes takes only itself along. */
export function Router() {
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path="/" component={DashboardPage} />
          <Route path="/admin" component={AdminPage} />
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
