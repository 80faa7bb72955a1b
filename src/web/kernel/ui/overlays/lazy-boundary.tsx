import { Component, type ReactNode, Suspense } from 'react';

import { texts } from '../texts/shared-texts.ts';
import { showToast } from './toast.ts';

interface LazyBoundaryProps {
  readonly children: ReactNode;
  /** In its place while it is fetched, and where it can't be. */
  readonly instead?: ReactNode;
  /** For what the user has asked for: they are told that it broke, and then this is done. */
  readonly onBroken?: () => void;
}

/**
 * What is fetched apart from the page that it stands on. Where it breaks, or its code can't be had, as
 * without a network or after an update, the page stays.
 */
export class LazyBoundary extends Component<LazyBoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(): void {
    const { onBroken } = this.props;
    if (!onBroken) return;
    const { part, hint } = texts.crash;
    showToast({ tone: 'failure', title: part, detail: hint });
    onBroken();
  }

  override render(): ReactNode {
    const { children, instead = null } = this.props;
    if (this.state.broken) return instead;
    return <Suspense fallback={instead}>{children}</Suspense>;
  }
}
