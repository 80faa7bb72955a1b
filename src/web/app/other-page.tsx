import { Suspense, lazy } from 'react';
import { Route, Switch } from 'wouter';

import { NotFoundPage } from './not-found-page.tsx';
import { PageLoading } from './page-loading.tsx';

const VerifyPage = lazy(() => import('./verify-page.tsx'));

/** The pages that few open; apart, so that the first page need not know them. */
export default function OtherPage() {
  return (
    <Suspense fallback={<PageLoading />}>
      <Switch>
        <Route path="/verify" component={VerifyPage} />
        <Route component={NotFoundPage} />
      </Switch>
    </Suspense>
  );
}
