import { Skeleton } from '../../ui/skeleton.tsx';

const ROWS = ['w-full', 'w-full', 'w-full'];

/** Holds the place of the protocol card's content. */
export function ProtocolSkeleton() {
  return (
    <div className="grid gap-7">
      <div className="grid gap-6 sm:grid-cols-2">
        <StatSkeleton />
        <StatSkeleton />
      </div>
      <Skeleton className="h-[138px] sm:h-[110px]" />
      <div className="grid gap-3">
        <Skeleton className="h-4 w-16" />
        {ROWS.map((width, row) => (
          // oxlint-disable-next-line react/no-array-index-key
          <Skeleton key={row} className={`h-12 ${width}`} />
        ))}
      </div>
    </div>
  );
}

function StatSkeleton() {
  return (
    <div>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-2 h-10 w-52" />
      <Skeleton className="mt-2 h-4 w-40" />
    </div>
  );
}
