import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';

import { Button } from '../kernel/ui/forms/button.tsx';
import { buttonClass } from '../kernel/ui/forms/button-class.ts';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { MessagePage } from '../kernel/ui/cards/message-page.tsx';

interface Props {
  readonly children: ReactNode;
}

/** Catches what breaks while a page is drawn or its code is fetched, and offers a way on. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? <BrokenPage /> : this.props.children;
  }
}

/** Says that the page could not be shown, and offers a way on. */
export function BrokenPage() {
  const { title, hint, reload, back } = texts.crash;
  return (
    <MessagePage title={title} hint={hint} icon={<TriangleAlert aria-hidden />}>
      <Button tone="primary" onClick={() => window.location.reload()}>
        {reload}
      </Button>
      {/* A full load, not a route: whatever broke is left behind. */}
      <a href="/" className={buttonClass({})}>
        {back}
      </a>
    </MessagePage>
  );
}
