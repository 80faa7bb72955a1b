import type { EligibilityJson } from '#contract/sells/sells';

import { useServerNow } from '../kernel/api/use-server-now.ts';
import { Worth } from '../kernel/prices/worth.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { Stat } from '../kernel/ui/cards/stat.tsx';
import { sellTexts } from './sell-texts.ts';
import { timeLeft } from './time-left.ts';

/** What there is to sell, and how much of it may be sold now. */
export function Balances({ eligibility }: { readonly eligibility: EligibilityJson }) {
  const { available, remainingLimit, resetsAt } = eligibility;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-4">
      <Stat
        label={sellTexts.available}
        value={<Figure value={available} unit="LMT" size="lg" className="max-sm:text-xl" />}
        note={
          <>
            <Worth token="LMT" amount={available} className="block" />
            {sellTexts.availableNote}
          </>
        }
      />
      <Stat
        label={sellTexts.limit}
        value={<Figure value={remainingLimit} unit="LMT" size="lg" className="max-sm:text-xl" />}
        note={
          <>
            <Worth token="LMT" amount={remainingLimit} className="block" />
            {resetsAt === null ? sellTexts.limitFree : <Resets at={Date.parse(resetsAt)} />}
          </>
        }
      />
    </div>
  );
}

function Resets({ at }: { readonly at: number }) {
  const left = at - useServerNow();
  return <span className="text-amber">{sellTexts.limitResets(timeLeft(Math.max(0, left)))}</span>;
}
