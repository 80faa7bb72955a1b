import type { StakeJson } from '#contract/stakes';

import { Badge } from '../../ui/marks/badge.tsx';
import { vaultTexts } from '../../texts/vault.ts';
import type { Tone } from '../../ui/format/tone.ts';

type Phase = StakeJson['phase'];

const TONES: Readonly<Record<Phase, Tone>> = {
  vesting: 'neutral',
  ready: 'time',
  running: 'good',
  window: 'time',
  completed: 'neutral',
};

/** Where in its life a vault is. */
export function PhaseBadge({ phase }: { readonly phase: Phase }) {
  return <Badge tone={TONES[phase]}>{vaultTexts.status[phase]}</Badge>;
}
