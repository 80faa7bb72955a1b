import { Compass } from 'lucide-react';
import { Link } from 'wouter';

import { buttonClass } from '../ui/forms/button-class.ts';
import { notFoundTexts } from '../texts/pages/not-found.ts';
import { MessagePage } from '../ui/cards/message-page.tsx';
import { usePageTitle } from './use-page-title.ts';

export function NotFoundPage() {
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
