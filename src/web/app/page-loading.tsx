import { Spinner } from '../ui/forms/spinner.tsx';
import { texts } from '../texts/texts.ts';

export function PageLoading() {
  return (
    <div className="grid min-h-[60vh] place-items-center text-quiet">
      <Spinner label={texts.actions.busy} />
    </div>
  );
}
