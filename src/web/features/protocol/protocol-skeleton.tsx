import { Skeleton } from '../../ui/cards/skeleton.tsx';

/** Holds the place of the protocol card's content, part by part. */
export function ProtocolSkeleton() {
  return (
    <div className="grid gap-7">
      <div className="grid gap-6 sm:grid-cols-2">
        <StatSkeleton />
        <StatSkeleton />
      </div>
      <Skeleton className="h-[185px] sm:h-[114px]" />
      <Skeleton className="h-[300px] sm:h-[178px]" />
    </div>
  );
}

function StatSkeleton() {
  return (
    <div>
      <Skeleton className="h-[22px] w-24" />
      <Skeleton className="mt-1.5 h-10 w-52 wide:h-[46px]" />
      <Skeleton className="mt-1.5 h-[19px] w-40" />
    </div>
  );
}
