import { amountTexts as says } from '../../texts/amounts/amount.ts';
import { partOfAmount } from './amount-step.ts';
import { Button } from './button.tsx';

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
export function AmountParts({ max, unit, maxLabel, disabled, onChange }: AmountPartsProps) {
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
