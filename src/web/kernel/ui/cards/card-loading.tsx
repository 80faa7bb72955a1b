import type { ReactNode } from 'react';

interface CardLoadingProps {
  /** Said while the skeleton is shown: to screen readers, or to everybody. */
  readonly label: string;
  readonly isShown?: boolean;
  /** A skeleton of the size that the content will have. */
  readonly children: ReactNode;
}

export function CardLoading({ label, isShown = false, children }: CardLoadingProps) {
  return (
    <div role="status" aria-live="polite">
      <p className={isShown ? 'mb-4 text-quiet' : 'sr-only'}>{label}</p>
      <div aria-hidden>{children}</div>
    </div>
  );
}
