import type { ReactNode } from 'react';

interface CardLoadingProps {
  /** Said to screen readers while the skeleton is shown. */
  readonly label: string;
  /** A skeleton of the size that the content will have. */
  readonly children: ReactNode;
}

export function CardLoading({ label, children }: CardLoadingProps) {
  return (
    <div role="status" aria-live="polite">
      <span className="sr-only">{label}</span>
      <div aria-hidden>{children}</div>
    </div>
  );
}
