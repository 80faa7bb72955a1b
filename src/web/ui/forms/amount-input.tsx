import { type KeyboardEvent, useState } from 'react';

import { isAmountText, steppedAmount } from './amount-step.ts';
import { Button } from './button.tsx';
import { BARE_CLASS, CONTROL_CLASS } from './control-class.ts';
import { Field } from './field.tsx';
import { texts } from '../../texts/texts.ts';

interface AmountInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly unit: string;
  /** What arrow up and down add and take. */
  readonly step: string;
  /** What Max fills in, a decimal string; no Max button without it. */
  readonly max?: string;
  /** What that button says, where it is not 'Max'. */
  readonly maxLabel?: string;
  readonly hint?: string;
  readonly aside?: React.ReactNode;
  readonly error?: string | null;
  readonly disabled?: boolean;
  /** Told of Enter, even where a disabled button keeps the form from being submitted by it. */
  readonly onEnter?: () => void;
}

/** An amount as text: nothing typed is ever rounded or changed, what can't be one is not taken. */
export function AmountInput(props: AmountInputProps) {
  const { label, value, onChange, unit, step, max, hint, aside, error = null, disabled } = props;
  const { maxLabel = texts.actions.max, onEnter } = props;
  const [malformed, setMalformed] = useState(false);
  const change = (text: string) => {
    const trimmed = text.trim();
    setMalformed(!isAmountText(trimmed));
    if (isAmountText(trimmed)) onChange(trimmed);
  };
  const stepOnArrow = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter?.();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    change(steppedAmount(value, step, event.key === 'ArrowUp' ? 1 : -1, max));
  };
  return (
    <Field
      label={label}
      aside={aside}
      hint={hint ?? texts.amount.step(step)}
      error={malformed ? texts.amount.malformed : error}
    >
      {(control) => (
        <div className={CONTROL_CLASS}>
          <input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={value}
            disabled={disabled}
            onChange={(event) => change(event.target.value)}
            onKeyDown={stepOnArrow}
            onBlur={() => setMalformed(false)}
            className={`${BARE_CLASS} text-lg font-[560]`}
          />
          <span className="text-quiet">{unit}</span>
          {max !== undefined && (
            <Button size="sm" disabled={disabled} onClick={() => change(max)}>
              {maxLabel}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
