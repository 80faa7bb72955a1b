import type { StakeJson } from '#contract/stakes';

import { KeyValues } from '../../ui/tables/key-values.tsx';
import { Notice } from '../../ui/cards/notice.tsx';
import { vaultTexts } from '../../texts/vault.ts';
import { ExactLmt } from '../vault/exact-lmt.tsx';
import { percentText, useRates } from '../vault/use-rates.ts';
import type { UnstakeSplit } from './unstake-split.ts';

const says = vaultTexts.unstake;

interface UnstakeConfirmProps {
  readonly stake: StakeJson;
  readonly split: UnstakeSplit;
}

/** An unstake before it is done, to the last digit, and what it means for the LMT. */
export function UnstakeConfirm({ stake, split }: UnstakeConfirmProps) {
  const { staking } = useRates();
  const withdrawalFee = stake.window?.withdrawalFee ?? null;
  const note = withdrawalFee === null ? {} : { note: says.feeNote(percentText(withdrawalFee)) };
  const fee = withdrawalFee === null ? says.free : <ExactLmt value={split.fee} minus />;
  return (
    <>
      <KeyValues
        items={[
          {
            key: says.takes,
            note: says.takesNote(split.fromRewards, split.fromPrincipal),
            value: <ExactLmt value={split.amount} />,
          },
          { key: says.fee, ...note, value: fee },
          {
            key: says.receives,
            note: says.receivesNote,
            value: <ExactLmt value={split.net} strong />,
          },
          { key: says.left, value: <ExactLmt value={split.left} /> },
        ]}
      />
      <Notice>{says.note(staking)}</Notice>
    </>
  );
}
