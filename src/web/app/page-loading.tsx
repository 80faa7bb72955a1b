import { CardSkeleton } from '../kernel/ui/cards/card-skeleton.tsx';
import { texts } from '../kernel/ui/texts/shared-texts.ts';

/** A tab whose code is on its way, in the shape that most of them have. */
export function PageLoading() {
  return (
    <div className="grid items-start gap-4 pt-[22px] wide:grid-cols-[minmax(0,480px)_minmax(0,1fr)]">
      <p role="status" className="sr-only">
        {texts.actions.busy}
      </p>
      <CardSkeleton figures={2} items={5} rows={6} />
      <CardSkeleton items={4} />
    </div>
  );
}
