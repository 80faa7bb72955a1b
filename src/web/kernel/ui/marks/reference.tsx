import { CopyButton } from './copy-button.tsx';
import { texts } from '../texts/shared-texts.ts';

/** The reference by which support finds what failed; nothing where there is none. */
export function Reference({ id }: { readonly id: string | null }) {
  if (id === null) return null;
  return (
    <p className="mt-1 flex items-center gap-1 text-quiet">
      {texts.errors.reference} <code className="min-w-0 font-mono break-all">{id}</code>
      <CopyButton value={id} />
    </p>
  );
}
