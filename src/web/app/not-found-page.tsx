import { Compass } from 'lucide-react';
import { Link } from 'wouter';

import { buttonClass } from '../ui/forms/button-class.ts';
import { texts } from '../texts/texts.ts';
import { MessagePage } from '../ui/cards/message-page.tsx';
import { usePageTitle } from './use-page-title.ts';

export function NotFoundPage() {
  usePageTitle(texts.notFound.title);
  return (
    <MessagePage
      title={texts.notFound.title}
      hint={texts.notFound.hint}
      icon={<Compass aria-hidden />}
    >
      <Link href="/" className={buttonClass({ tone: 'primary' })}>
        {texts.notFound.back}
      </Link>
    </MessagePage>
  );
}
