import type { PayoutForecast } from '#contract/admin-forecast';

import { Card } from '../../../ui/cards/card.tsx';
import { KeyValues } from '../../../ui/tables/key-values.tsx';
import { payoutsTexts } from '../../../texts/admin-payouts.ts';
import { SafeFigure } from '../sensitive.tsx';

const { periods: words } = payoutsTexts;
const PERIODS = [
  ['week', 'next7Days'],
  ['month', 'next30Days'],
  ['matured', 'matured'],
] as const;

/** Three spans of time, each with what it needs. */
export function Periods({ summary }: { readonly summary: PayoutForecast['summary'] }) {
  return (
    <div className="grid gap-4 wide:grid-cols-3">
      {PERIODS.map(([title, name]) => (
        <Card key={name} title={words[title]}>
          <KeyValues
            items={[
              {
                key: words.sol,
                value: <SafeFigure value={summary[`${name}PayoutSOL`]} unit="SOL" />,
              },
              {
                key: words.usdc,
                value: <SafeFigure value={summary[`${name}PayoutUSDC`]} unit="USDC" />,
              },
              {
                key: words.required,
                value: <SafeFigure value={summary[`${name}RequiredSOL`]} unit="SOL" />,
              },
            ]}
          />
        </Card>
      ))}
    </div>
  );
}
