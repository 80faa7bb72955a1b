import { cx } from '../format/cx.ts';

/** A line of text that is not there yet: as high as its type, as wide as its class says. */
export function SkeletonLine({ className }: { readonly className?: string }) {
  return (
    <span
      className={cx(
        'block h-lh max-w-full animate-breathe rounded-[0.35em] border-y-[0.2em] border-transparent bg-raise bg-clip-padding',
        className,
      )}
    />
  );
}
