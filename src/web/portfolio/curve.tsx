import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { analyticsQuery } from '../kernel/api/reads/vault-queries.ts';
import { portfolioTexts } from '../kernel/ui/texts/portfolio-texts.ts';
import { LMT_WORDS, USD_WORDS, timeWords } from '../kernel/ui/charts/chart-words.ts';
import { LineChart } from '../kernel/ui/charts/line-chart.tsx';
import { PALETTE } from '../kernel/ui/charts/palette.ts';
import { optionsOf } from '../kernel/ui/forms/options.ts';
import { Segmented } from '../kernel/ui/forms/segmented.tsx';
import { Skeleton } from '../kernel/ui/cards/skeleton.tsx';

const says = portfolioTexts.curve;
const OPTIONS = optionsOf(['value', 'rewards'], says);
type Shown = (typeof OPTIONS)[number]['value'];

/** What the user's LMT was worth over time, or what it had earned; nothing where it can't be read or is a single point. */
export default function Curve({ userId }: { readonly userId: string }) {
  const [shown, setShown] = useState<Shown>('value');
  const { data, isError } = useQuery(analyticsQuery(userId));
  if (!data) return isError ? null : <Skeleton rows={3} />;
  const { curve } = data;
  if (curve.length < 2) return null;
  const isValue = shown === 'value';
  const values = curve.map((point) => (isValue ? point.totalValueUSD : point.earned));
  return (
    <div className="grid gap-2">
      <div className="justify-self-end">
        <Segmented<Shown> label={says.label} value={shown} options={OPTIONS} onChange={setShown} />
      </div>
      <LineChart
        isCompact
        label={says.over[shown]}
        lines={[{ label: says[shown], colour: PALETTE[isValue ? 0 : 3], values }]}
        {...timeWords(curve.map(({ at }) => Date.parse(at)))}
        {...(isValue ? USD_WORDS : LMT_WORDS)}
      />
    </div>
  );
}
