import type { StakeJson } from '#contract/vaults/vaults';

import { Badge } from '../kernel/ui/marks/badge.tsx';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import type { Tone } from '../kernel/ui/format/tone.ts';

type Phase = StakeJson['phase'];

const TONES: Readonly<Record<Phase, Tone>> = {
  vesting: 'neutral',
  ready: 'good',
  running: 'good',
  window: 'good',
  completed: 'neutral',
};

/** What a vault is, and beside it that its window is open. */
export function VaultBadge({ phase }: { readonly phase: Phase }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      <Badge tone={TONES[phase]}>{vaultTexts.status[phase]}</Badge>
      {phase === 'window' && <Badge tone="time">{vaultTexts.inWindow}</Badge>}
    </span>
  );
}
