import { faultOf } from '../../kernel/api/fault.ts';
import { stakeTexts } from '../stake-texts.ts';
import type { Checked } from './check-stake.ts';
import type { LiveFee } from './use-fee-quote.ts';

interface Standing {
  readonly isPaused: boolean;
  readonly isPaying: boolean;
  readonly checked: Checked;
  readonly fee: LiveFee;
}

/** Why a stake can't be started now, in a sentence; null where it can be tried. */
export function blockedBy({ isPaused, isPaying, checked, fee }: Standing): string | null {
  const { blocked, fee: says } = stakeTexts;
  if (isPaused) return blocked.paused;
  if (isPaying) return blocked.paying;
  if (checked.kind === 'empty') return blocked.empty;
  if (checked.kind === 'over') return checked.reason;
  if (checked.kind === 'invalid' || fee.quote) return null;
  return fee.error ? says.failed(faultOf(fee.error).message) : says.asking;
}
