import type { KeyboardEvent } from 'react';

import { steppedAmount } from './amount-step.ts';
import { editedAmount } from './edited-amount.ts';
import { isAmountText } from './amount-text.ts';
import { Button } from './button.tsx';
import { BARE_CLASS, CONTROL_CLASS } from './control-class.ts';
import { Field } from './field.tsx';
import { texts } from '../../texts/texts.ts';

interface AmountInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly unit: string;
  /** What arrow up and down add and take; the arrows do nothing without it. */
  readonly step?: string;
  /** What Max fills in, a decimal string; no Max button without it. */
  readonly max?: string;
  /** What that button says, where it is not 'Max'. */
  readonly maxLabel?: string;
  readonly hint?: string;
  readonly aside?: React.ReactNode;
  readonly error?: string | null;
  readonly disabled?: boolean;
  /** Has the focus when the dialog around it opens. */
  readonly isFirst?: boolean;
  /** Told of Enter, even where a disabled button keeps the form from being submitted by it. */
  readonly onEnter?: () => void;
}

/** An amount as text: nothing typed is rounded or dropped; what is no amount stays, with an error. */
export function AmountInput(props: AmountInputProps) {
  const { label, value, onChange, unit, step, max, aside, error = null, disabled } = props;
  const { maxLabel = texts.actions.max, isFirst = false, onEnter } = props;
  const hint = props.hint ?? (step === undefined ? undefined : texts.amount.step(step));
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter?.();
    if (step === undefined || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onChange(steppedAmount(value, step, event.key === 'ArrowUp' ? 1 : -1, max));
  };
  return (
    <Field
      label={label}
      aside={aside}
      {...(hint === undefined ? {} : { hint })}
      error={isAmountText(value) ? error : texts.amount.malformed}
    >
      {(control) => (
        <div className={CONTROL_CLASS}>
          <input
            {...control}
            {...(isFirst ? { 'data-autofocus': true } : {})}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(editedAmount(event))}
            onKeyDown={pressKey}
            className={`${BARE_CLASS} text-lg font-[560]`}
          />
          <span className="text-quiet">{unit}</span>
          {max !== undefined && (
            <Button size="sm" disabled={disabled} onClick={() => onChange(max)}>
              {maxLabel}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
