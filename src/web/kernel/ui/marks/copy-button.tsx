import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';

import { IconButton } from '../forms/icon-button.tsx';
import { texts } from '../texts/shared-texts.ts';

type Outcome = 'none' | 'copied' | 'failed';

const SHOWN_MS = 2_000;
const ICONS = { none: <Copy />, copied: <Check />, failed: <X /> };
const LABELS = {
  none: texts.actions.copy,
  copied: texts.actions.copied,
  failed: texts.actions.copyFailed,
};

export function CopyButton({ value }: { readonly value: string }) {
  const [outcome, setOutcome] = useState<Outcome>('none');
  useEffect(() => {
    if (outcome === 'none') return undefined;
    const timer = setTimeout(() => setOutcome('none'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () => {
    writeClipboard(value).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return (
    <>
      <IconButton label={LABELS[outcome]} icon={ICONS[outcome]} onClick={copy} className="size-7" />
      <span role="status" className="sr-only">
        {outcome === 'none' ? '' : LABELS[outcome]}
      </span>
    </>
  );
}

/** Async, so that a browser without a clipboard (plain http) rejects like one that refuses. */
async function writeClipboard(value: string): Promise<void> {
  await navigator.clipboard.writeText(value);
}
