import { Suspense, lazy } from 'react';
import { Route, Switch, Link } from 'wouter';
import { Compass } from 'lucide-react';

import { PageLoading } from './page-loading.tsx';
import { buttonClass } from '../kernel/ui/forms/button-class.ts';
import { MessagePage } from '../kernel/ui/cards/message-page.tsx';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { usePageTitle } from './use-page-title.ts';

const words = texts.notFound;
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
  usePageTitle(words.title);
  return (
    <MessagePage title={words.title} hint={words.hint} icon={<Compass aria-hidden />}>
      <Link href="/" className={buttonClass({ tone: 'primary' })}>
        {words.back}
      </Link>
    </MessagePage>
  );
}
