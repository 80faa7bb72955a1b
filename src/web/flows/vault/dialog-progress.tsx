import { Spinner } from '../../ui/forms/spinner.tsx';

/** A dialog's work under way. */
export function DialogProgress({ label }: { readonly label: string }) {
  return (
    <p className="flex items-center justify-center gap-2.5 py-6 text-quiet">
      <Spinner label={label} />
      <span aria-hidden>{label}</span>
    </p>
  );
}
