import { type Shape, Skeleton } from './skeleton.tsx';
import { SkeletonLine } from './skeleton-line.tsx';

/** A card whose code is still to come. */
export function CardSkeleton(shape: Shape) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-card px-4 py-4 sm:px-5 sm:py-5">
      <SkeletonLine className="mt-1 mb-5 w-40 text-md" />
      <Skeleton {...shape} />
    </div>
  );
}
