import { ArrowUpDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { amountTexts as says } from '../texts/amount-texts.ts';
import { partOfAmount, steppedAmount } from './amount-step.ts';
import { editedAmount } from './edited-amount.ts';
import { isAmountText, toldAmount } from './amount-text.ts';
import { BARE_CLASS, CONTROL_CLASS } from './control-class.ts';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { Button } from './button.tsx';

/** Other units in which the same amount can be typed. */
export interface Flip<U extends string = string> {
  readonly units: readonly U[];
  /** What is typed in another unit, in the field's own; null where it can't be read. */
  readonly toOwn: (typed: string, unit: U) => string | null;
  readonly fromOwn: (own: string, unit: U) => string | null;
}

interface AmountInputProps<U extends string = string> {
  readonly label: string;
  /** In the field's own unit, whichever it is typed in. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly unit: U;
  /** What arrow up and down add and take; the arrows do nothing without it. */
  readonly step?: string;
  /** What Max fills in, a decimal string; no Max button without it. */
  readonly max?: string | undefined;
  /** What that button says, where it is not 'Max'. */
  readonly maxLabel?: string;
  readonly hint?: string;
  readonly aside?: ReactNode;
  readonly error?: string | null;
  readonly disabled?: boolean;
  /** Has the focus when the dialog around it opens. */
  readonly isFirst?: boolean;
  /** Told of Enter, even where a disabled button keeps the form from being submitted by it. */
  readonly onEnter?: () => void;
  /** Lets the amount be typed in other units; a button goes round them. */
  readonly flip?: Flip<U> | null;
  /** What the amount is worth, below it while it is typed in its own unit. */
  readonly worth?: ReactNode;
}

/** What is typed in another unit, and the amount that it came to. */
interface Entry<U extends string> {
  readonly unit: U;
  readonly typed: string;
  readonly own: string;
}

/** An amount as text: nothing typed is rounded or dropped; what is no amount stays, with an error. */
export function AmountInput<U extends string>(props: AmountInputProps<U>) {
  const { label, value, onChange, unit, step, max, aside, error = null, disabled } = props;
  const { maxLabel = says.max, isFirst = false, onEnter, flip = null, worth } = props;
  const hint = props.hint ?? (step === undefined ? undefined : says.step(step));
  const { shown, shownUnit, type, turn } = useEntry({ value, unit, onChange, flip });
  const isOwn = shownUnit === unit;
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter?.();
    const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (step === undefined || !isOwn || !isArrow) return;
    event.preventDefault();
    onChange(steppedAmount(value, { step, direction: event.key === 'ArrowUp' ? 1 : -1, max }));
  };
  return (
    <Field
      label={label}
      aside={aside}
      hint={hint}
      error={textFault(shown, value, shownUnit) ?? error}
    >
      {(control) => (
        <>
          <div className={CONTROL_CLASS}>
            <input
              {...control}
              data-autofocus={isFirst || undefined}
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              value={shown}
              disabled={disabled}
              onChange={(event) => type(editedAmount(event))}
              onKeyDown={pressKey}
              className={`${BARE_CLASS} text-lg font-[560]`}
            />
            <span className="text-quiet">{shownUnit}</span>
            {flip !== null && (
              <IconButton
                label={says.flip(nextUnit(shownUnit, unit, flip))}
                icon={<ArrowUpDown />}
                disabled={disabled}
                onClick={turn}
              />
            )}
          </div>
          {(max !== undefined || worth !== undefined || !isOwn) && (
            <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm">
              <span className="text-faint">{isOwn ? worth : own(value, unit)}</span>
              {max !== undefined && (
                <AmountParts {...{ max, maxLabel, unit, disabled, onChange }} />
              )}
            </div>
          )}
        </>
      )}
    </Field>
  );
}

const own = (value: string, unit: string): string =>
  value === '' || !isAmountText(value) ? '' : says.is(value, unit);

/** What is wrong with the text itself: it is no amount, or one with more digits than its unit has. */
function textFault(shown: string, value: string, shownUnit: string): string | null {
  if (!isAmountText(shown)) return says.malformed;
  return isAmountText(value) ? null : says.finer(shownUnit);
}

/** Goes round: the field's own unit, then the others. */
function nextUnit<U extends string>(shown: U, unit: U, { units }: Flip<U>): U {
  const round = [unit, ...units];
  return round[(round.indexOf(shown) + 1) % round.length] ?? unit;
}

type Typing<U extends string> = Pick<AmountInputProps<U>, 'value' | 'unit' | 'onChange'> & {
  readonly flip: Flip<U> | null;
};

/** What the field shows and in which unit; what is typed in another one is told in the field's own. */
function useEntry<U extends string>({ value, unit, onChange, flip }: Typing<U>) {
  const [entry, setEntry] = useState<Entry<U> | null>(null);
  const turned = entry !== null && flip?.units.includes(entry.unit) === true ? entry : null;
  const turn = () => {
    if (!flip) return;
    const next = nextUnit(turned?.unit ?? unit, unit, flip);
    const typed = value === '' ? '' : (flip.fromOwn(value, next) ?? value);
    setEntry(next === unit ? null : { unit: next, typed, own: value });
  };
  if (!turned || !flip) return { shown: value, shownUnit: unit, type: onChange, turn };
  const type = (typed: string) => {
    const next = toldAmount(typed, turned.unit, flip.toOwn);
    setEntry({ ...turned, typed, own: next });
    onChange(next);
  };
  // Max, a part of it, or the form has changed the amount: it is shown again.
  const changed = value === '' ? '' : (flip.fromOwn(value, turned.unit) ?? value);
  const shown = turned.own === value ? turned.typed : changed;
  return { shown, shownUnit: turned.unit, type, turn };
}

const PERCENTS = [25, 50, 75] as const;

interface AmountPartsProps {
  /** The most, a decimal string. */
  readonly max: string;
  readonly unit: string;
  readonly maxLabel: string;
  readonly disabled: boolean | undefined;
  readonly onChange: (value: string) => void;
}

/** Fills in a quarter, half, three quarters or all of the most. */
function AmountParts({ max, unit, maxLabel, disabled, onChange }: AmountPartsProps) {
  return (
    <div role="group" aria-label={says.parts} className="flex flex-wrap gap-1">
      {PERCENTS.map((percent) => (
        <Button
          key={percent}
          size="sm"
          disabled={disabled}
          className="px-2"
          onClick={() => onChange(partOfAmount(max, percent, unit === 'USDC' ? 6 : 8))}
        >
          {says.part(percent)}
        </Button>
      ))}
      <Button size="sm" disabled={disabled} className="px-2" onClick={() => onChange(max)}>
        {maxLabel}
      </Button>
    </div>
  );
}
