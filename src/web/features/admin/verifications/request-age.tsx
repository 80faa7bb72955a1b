import type { SellJson } from '#contract/sells';
import { SELL_ANSWER_MS } from '#domain/terms/terms';
import { HOUR_MS } from '#domain/base/time';

import { useServerNow } from '../../../api/use-server-now.ts';
import { Progress } from '../../../ui/charts/progress.tsx';
import { verificationsTexts } from '../../../texts/admin-verifications.ts';

const { request: words } = verificationsTexts;
/** From here on it is nearly late. */
const NEAR_PART = 0.75;

/** How old a request is against the 48 hours in which it should be answered. */
export function RequestAge({ sell }: { readonly sell: SellJson }) {
  const ageMs = Math.max(0, useServerNow() - Date.parse(sell.requestedAt));
  const part = ageMs / SELL_ANSWER_MS;
  const hours = Math.floor(ageMs / HOUR_MS);
  const tone = part >= 1 ? 'red' : part >= NEAR_PART ? 'amber' : 'accent';
  const text = { red: 'text-red', amber: 'text-amber', accent: 'text-faint' }[tone];
  return (
    <div className="grid gap-1.5">
      <Progress label={words.age} value={part} tone={tone} />
      <p className={`text-sm ${text}`}>{part >= 1 ? words.overdue(hours) : words.waiting(hours)}</p>
    </div>
  );
}
