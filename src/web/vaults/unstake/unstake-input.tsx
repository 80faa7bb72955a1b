import type { FormEvent } from 'react';

import type { StakeJson } from '#contract/vaults/vaults';
import { formatAmount } from '#domain/base/money';

import { useFlip } from '../../kernel/prices/use-flip.ts';
import { Worth } from '../../kernel/prices/worth.tsx';
import { isZero } from '../../kernel/ui/format/format.ts';
import { AmountInput } from '../../kernel/ui/forms/amount-input.tsx';
import { KeyValues } from '../../kernel/ui/tables/key-values.tsx';
import { Notice } from '../../kernel/ui/cards/notice.tsx';
import { vaultTexts } from '../../kernel/ui/texts/vault-texts.ts';
import { ExactLmt } from '../exact-lmt.tsx';
import { vaultTotal } from '../instead-text.ts';
import { percentText } from '../use-rates.ts';
import type { CheckedUnstake } from './check-unstake.ts';

const STEP = '0.0001';
const says = vaultTexts.unstake;

interface UnstakeInputProps {
  readonly stake: StakeJson;
  readonly typed: string;
  readonly checked: CheckedUnstake;
  readonly onType: (typed: string) => void;
  readonly onProceed: () => void;
}

/** How much of a vault to take out, and how much that can be. */
export function UnstakeInput({ stake, typed, checked, onType, onProceed }: UnstakeInputProps) {
  const flip = useFlip('LMT');
  const { window } = stake;
  if (!window) return null;
  const { withdrawable, withdrawalFee } = window;
  const amount = checked.kind === 'right' ? formatAmount('LMT', checked.amount) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (checked.kind !== 'empty') onProceed();
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <KeyValues
        items={[
          { key: vaultTexts.dialog.total, value: <ExactLmt value={vaultTotal(stake)} /> },
          { key: says.cap, note: says.capNote, value: <ExactLmt value={withdrawable} /> },
          {
            key: says.fee,
            value: withdrawalFee === null ? says.free : percentText(withdrawalFee),
          },
        ]}
      />
      <AmountInput
        label={says.amount}
        unit="LMT"
        step={STEP}
        max={withdrawable}
        value={typed}
        onChange={onType}
        flip={flip}
        worth={<Worth token="LMT" amount={amount} />}
        error={checked.kind === 'wrong' ? checked.detail : null}
      />
      {isZero(withdrawable) && <Notice tone="time">{says.used}</Notice>}
    </form>
  );
}
