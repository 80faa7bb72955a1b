import { cx } from '../format/cx.ts';
import { Skeleton } from './skeleton.tsx';

/** The shape of a card whose code or data are still to come; `className` gives it the card's height. */
export function CardSkeleton({ className }: { readonly className?: string }) {
  return (
    <div
      className={cx(
        'overflow-hidden rounded-card border border-line bg-card p-4 sm:p-5',
        className,
      )}
    >
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-6 h-9 w-56" />
      <Skeleton className="mt-6 h-3" />
      <Skeleton className="mt-3 h-3 w-3/4" />
    </div>
  );
}
