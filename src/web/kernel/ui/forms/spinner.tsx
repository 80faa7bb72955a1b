import { LoaderCircle } from 'lucide-react';

export function Spinner({ label }: { readonly label: string }) {
  return (
    <span role="status">
      <LoaderCircle aria-hidden className="size-4 animate-turn" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
