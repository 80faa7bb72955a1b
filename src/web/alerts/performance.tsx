import type { Health } from '#contract/alerts/health';
import { MINUTE_MS } from '#domain/base/time';

import { formatUsd } from '../kernel/ui/format/format.ts';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { systemTexts as words } from '../kernel/dashboard/system-texts.ts';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { msText } from './ms-text.ts';
import { useSafeSentence } from '../kernel/dashboard/sensitive.tsx';

const NONE = texts.figure.none;
const percent = (rate: string | null | undefined): string =>
  rate === null || rate === undefined ? NONE : `${rate}%`;

/** What was measured of real requests, payments and sessions. */
export function Performance({ health }: { readonly health: Health }) {
  const { requests, transactions, sessions, treasury } = health;
  const safe = useSafeSentence();
  return (
    <KeyValues
      items={[
        {
          key: words.uptime,
          value: health.uptime,
          note: words.uptimeNote(dateTimeText(health.startedAt)),
        },
        {
          key: words.sessions,
          value:
            sessions === null ? NONE : safe(words.sessionsValue(sessions.users, sessions.admins)),
        },
        {
          key: words.transactions,
          value: percent(transactions?.successRate),
          note: transactions && words.transactionsNote(transactions.settled, transactions.failed),
        },
        {
          key: words.responses,
          value: health.responseTime,
          note:
            requests.p95Ms !== null && words.responsesNote(msText(requests.p95Ms), requests.count),
        },
        {
          key: words.requests,
          value: percent(requests.successRate),
          note: words.requestsNote(Math.round(requests.windowMs / MINUTE_MS)),
        },
        { key: words.treasury, ...treasuryCheck(treasury, safe) },
      ]}
    />
  );
}

function treasuryCheck(
  treasury: Health['treasury'],
  safe: (text: string) => string,
): { value: string; note?: string } {
  if (treasury === null) return { value: NONE };
  const { coverage, owedUSD } = treasury;
  const note = safe(words.treasuryNote(formatUsd(owedUSD)));
  return { value: coverage === null ? words.nothingOwed : words.covered(coverage), note };
}
