import type { StakeJson } from '#contract/vaults/vaults';

import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { dayText } from '../kernel/ui/format/date-text.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import type { VaultTimes } from './vault-cells.ts';

const { captions } = vaultTexts;

/** A vault's instants for its picture. */
export function timesOf(stake: StakeJson): VaultTimes {
  return {
    vestingStart: Date.parse(stake.vestingStartTime),
    vestingEnd: Date.parse(stake.vestingEndTime),
    vaultStart: ms(stake.vaultStartTime),
    vaultEnd: ms(stake.vaultEndTime),
    windowEnd: ms(stake.restakeWindowEndTime),
  };
}

/** What stands under the picture. */
export function captionsOf(stake: StakeJson): readonly [string, string, string] {
  const { phase, vaultStartTime, vaultEndTime, vestingEndTime, vestingStartTime } = stake;
  if (vaultStartTime === null || vaultEndTime === null) {
    const next =
      phase === 'ready' ? captions.activate : captions.vests(dateTimeText(vestingEndTime));
    return [captions.staked(dayText(vestingStartTime)), next, captions.window];
  }
  const matures =
    phase === 'running'
      ? captions.matures(dateTimeText(vaultEndTime))
      : captions.matured(dayText(vaultEndTime));
  return [captions.started(dayText(vaultStartTime)), matures, captions.window];
}

function ms(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}
