import { cx } from '../format/cx.ts';
import { SkeletonLine } from './skeleton-line.tsx';
import { stripClass } from './strip-class.ts';

/** Holds the place of a NextStep: its clock, what it says and why. */
export function StripSkeleton({ isBrief = false }: { readonly isBrief?: boolean }) {
  return (
    <div className={cx(stripClass(isBrief), 'border border-line bg-card')}>
      <SkeletonLine className={cx('w-32 leading-none', isBrief ? 'text-md' : 'text-xl')} />
      <div className="grow">
        <SkeletonLine className="w-64" />
        {!isBrief && <SkeletonLine className="w-80 text-[0.8125rem]" />}
      </div>
    </div>
  );
}
