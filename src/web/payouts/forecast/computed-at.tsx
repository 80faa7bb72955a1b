import type { PayoutForecast } from '#contract/treasury/admin-forecast';

import { SolDoubt } from '../../kernel/prices/sol-doubt.tsx';
import { payoutsTexts as words } from './forecast-texts.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';

interface ComputedProps {
  readonly forecast: Pick<PayoutForecast, 'computedAt' | 'whatIf'>;
}

/** When the forecast was made, and what is to be doubted of the SOL price that it rests on, unless one is supposed. */
export function ComputedAt({ forecast: { computedAt, whatIf } }: ComputedProps) {
  return (
    <p className="text-sm text-faint">
      {words.computed(dateTimeText(computedAt))}
      {whatIf.solPrice === null && <SolDoubt />}
    </p>
  );
}
