import type { PayoutForecast } from '#contract/treasury/admin-forecast';

import { BarChart } from '../../kernel/ui/charts/bar-chart.tsx';
import { formatNumber } from '../../kernel/ui/format/format.ts';
import { Notice } from '../../kernel/ui/cards/notice.tsx';
import { PALETTE } from '../../kernel/ui/charts/palette.ts';
import { payoutsTexts } from './forecast-texts.ts';
import { useHidden } from '../../kernel/dashboard/sensitive.tsx';
import { firstShortDay, fundedDays } from './funded-days.ts';

const { chart: words } = payoutsTexts;
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });
const shown = (value: number): string => formatNumber(value.toFixed(4), 4);

/** What each day needs as bars, against what the treasury has left for it as a line. */
export function DailyChart({ forecast }: { readonly forecast: PayoutForecast }) {
  // A node of 0.1.0 sends no `forPending`: its `available` stands in while such nodes are being replaced.
  const forPending = forecast.forPending ?? forecast.available;
  const days = fundedDays({ ...forecast, forPending });
  const short = firstShortDay({ ...forecast, forPending });
  const isHidden = useHidden();
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="max-w-[72ch] text-sm text-quiet">{words.hint}</p>
      {!isHidden && (
        <BarChart
          label={words.title}
          parts={[
            { label: words.sol, colour: PALETTE[0] },
            { label: words.usdc, colour: PALETTE[1] },
          ]}
          line={{ label: words.left, colour: PALETTE[3] }}
          bars={days.map(({ day, sol, usdc, left }) => ({
            name: words.day(day),
            mark: String(day),
            values: [sol, usdc],
            line: left,
            told: words.told(day, shown(sol + usdc), left === null ? '?' : shown(left)),
          }))}
          short={(value) => SHORT.format(value)}
          above={(lowest) => words.above(formatNumber(lowest.toFixed(0), 0))}
        />
      )}
      {forPending === null ? (
        <Notice>{words.noChain}</Notice>
      ) : (
        <Notice tone={short === null ? 'good' : 'bad'}>
          {short === null ? words.enough : words.short(short)}
        </Notice>
      )}
    </div>
  );
}
