import { ShieldCheck } from 'lucide-react';

import { texts } from '../ui/texts.ts';
import { MessagePage } from './message-page.tsx';
import { usePageTitle } from './use-page-title.ts';

/** Its own chunk: few visitors ever open it. */
export default function AdminPage() {
  usePageTitle(texts.app.admin);
  return (
    <MessagePage
      title={texts.admin.gateTitle}
      hint={texts.admin.gateHint}
      icon={<ShieldCheck aria-hidden />}
    />
  );
}
