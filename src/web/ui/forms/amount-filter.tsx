import type { Token } from '#domain/base/money';

import { amountTexts } from '../../texts/amounts/amount.ts';
import { cx } from '../format/cx.ts';
import { editedAmount } from './edited-amount.ts';
import { typedAmount } from './typed-amount.ts';

interface AmountFilterProps {
  readonly label: string;
  readonly token: Token;
  /** As typed; '' for no bound. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A small field above a table that bounds an amount; what is no amount bounds nothing, and says so. */
export function AmountFilter({ label, token, value, onChange }: AmountFilterProps) {
  const { kind } = typedAmount(token, value);
  const isWrong = kind !== 'empty' && kind !== 'amount';
  return (
    <label
      className={cx(
        'hit inline-flex min-h-8 items-center gap-1.5 rounded-control border bg-ground px-3 text-sm text-faint has-focus-visible:outline-2 has-focus-visible:outline-text',
        isWrong ? 'border-red' : 'border-edge',
      )}
    >
      {label}
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={isWrong || undefined}
        data-hint={isWrong ? amountTexts.malformed : undefined}
        value={value}
        onChange={(event) => onChange(editedAmount(event))}
        className="w-14 self-stretch bg-transparent text-text outline-none"
      />
    </label>
  );
}
