import { cx } from '../format/cx.ts';

/** A place held for content of the same size: give it that size by class. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span className={cx('block max-w-full animate-breathe rounded-md bg-raise', className)} />;
}
