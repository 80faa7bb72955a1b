import { Suspense, lazy } from 'react';
import { Route, Switch, Link } from 'wouter';
import { Compass } from 'lucide-react';

import { PageLoading } from './page-loading.tsx';
import { buttonClass } from '../ui/forms/button-class.ts';
import { notFoundTexts } from '../texts/pages/not-found.ts';
import { MessagePage } from '../ui/cards/message-page.tsx';
import { usePageTitle } from './use-page-title.ts';

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

function NotFoundPage() {
  usePageTitle(notFoundTexts.title);
  return (
    <MessagePage
      title={notFoundTexts.title}
      hint={notFoundTexts.hint}
      icon={<Compass aria-hidden />}
    >
      <Link href="/" className={buttonClass({ tone: 'primary' })}>
        {notFoundTexts.back}
      </Link>
    </MessagePage>
  );
}
