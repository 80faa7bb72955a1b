import type { SellJson } from '#contract/sells/sells';
import { SELL_ANSWER_MS } from '#domain/terms/terms';
import { HOUR_MS } from '#domain/base/time';

import { useServerNow } from '../../kernel/api/use-server-now.ts';
import { Progress } from '../../kernel/ui/charts/progress.tsx';
import { verificationsTexts } from './queue-texts.ts';
import { ageText, dateTimeText } from '../../kernel/ui/format/times.ts';

const { request: words, queue } = verificationsTexts;
/** From here on it is nearly late. */
const NEAR_PART = 0.75;
const TEXT = { red: 'text-red', amber: 'text-amber', accent: 'text-faint' };

function useAge({ requestedAt }: SellJson) {
  const ageMs = Math.max(0, useServerNow() - Date.parse(requestedAt));
  const part = ageMs / SELL_ANSWER_MS;
  const tone = part >= 1 ? 'red' : part >= NEAR_PART ? 'amber' : 'accent';
  const left = Math.max(0, Math.floor((SELL_ANSWER_MS - ageMs) / HOUR_MS));
  return { part, ageMs, hours: Math.floor(ageMs / HOUR_MS), left, tone } as const;
}

/** How old a request is against the 48 hours in which it should be answered. */
export function RequestAge({ sell }: { readonly sell: SellJson }) {
  const { part, ageMs, hours, left, tone } = useAge(sell);
  const isOutside = sell.payout?.status === 'awaiting-outside';
  const waiting = isOutside ? words.waitingOutside : words.waiting;
  return (
    <div className="grid gap-1.5">
      <Progress label={words.age} value={part} tone={tone} />
      <p className={`text-sm ${TEXT[tone]}`}>
        {part >= 1 ? words.overdue(hours) : waiting(ageText(ageMs), words.left(left))}
      </p>
    </div>
  );
}

/** The same in a row of a table. */
export function AgeMark({ sell }: { readonly sell: SellJson }) {
  const { part, hours, tone } = useAge(sell);
  return (
    <div
      className="grid w-14 items-center gap-1 sm:w-28 sm:grid-cols-[3rem_1fr]"
      data-hint={dateTimeText(sell.requestedAt)}
    >
      <span className={`whitespace-nowrap ${TEXT[tone]}`}>{queue.hours(hours)}</span>
      <Progress label={words.age} value={part} tone={tone} />
    </div>
  );
}
