import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import type { SellJson } from '#contract/sells/sells';
import { SELL_ANSWER_MS } from '#domain/terms/terms';
import { HOUR_MS } from '#domain/base/time';
import { useServerNow } from '../kernel/api/use-server-now.ts';
import { CellBar } from '../kernel/ui/charts/cell-bar.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { isZero } from '../kernel/ui/format/format.ts';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { Steps } from '../kernel/ui/cards/steps.tsx';
import { sellTexts } from './sell-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { Worth } from '../kernel/prices/worth.tsx';
import { PayoutLink } from '../kernel/api/transaction-link.tsx';
import { CancelButton } from './cancel-button.tsx';
import { StatusBadge } from './status-badge.tsx';
import { stepsOf } from './ticket-steps.ts';

const { ticket: words } = sellTexts;

/** One request: what for what, where it stands, and what can still be done about it. */
export function Ticket({ sell }: { readonly sell: SellJson }) {
  const now = useServerNow();
  const { payout, queue, notes } = sell;
  const isOutside = payout?.status === 'awaiting-outside';
  return (
    <div className="grid gap-5">
      <div className="flex items-start justify-between gap-3 max-tight:flex-wrap">
        <Exchange sell={sell} className="text-lg max-sm:text-md" />
        <StatusBadge sell={sell} />
      </div>
      {queue !== null && !isOutside && <Queue sell={sell} queue={queue} now={now} />}
      <Steps steps={stepsOf(sell, now)} />
      {notes !== null && notes !== '' && (
        <Notice tone={sell.status === 'rejected' ? 'bad' : 'neutral'} title={words.notes}>
          <p className="break-words whitespace-pre-line">{notes}</p>
        </Notice>
      )}
      {(sell.status === 'pending' || sell.status === 'approved') && <Terms sell={sell} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
        <PayoutLink payout={payout} />
        {sell.status === 'pending' && <CancelButton sell={sell} />}
        <Link
          href="/?tab=history"
          className="hit inline-flex items-center rounded-sm text-accent underline-offset-3 hover:underline"
        >
          {words.history}
        </Link>
      </div>
    </div>
  );
}

interface ExchangeProps {
  readonly sell: SellJson;
  readonly className?: string;
}

/** What is sold for what. */
export function Exchange({ sell, className = '' }: ExchangeProps) {
  const { lmtAmount, payoutAmount, payoutCurrency } = sell;
  return (
    <p className={`flex flex-wrap items-center gap-x-2 ${className}`}>
      <Figure value={lmtAmount} unit="LMT" />
      <ArrowRight aria-hidden className="size-4 text-faint" />
      <Figure value={payoutAmount} digits="fine" unit={payoutCurrency} />
    </p>
  );
}

interface QueueProps {
  readonly sell: SellJson;
  readonly queue: NonNullable<SellJson['queue']>;
  readonly now: number;
}

/** Its place, and its age against the 48 hours. */
function Queue({ sell, queue: { place, answerBy }, now }: QueueProps) {
  const ageMs = Math.max(0, now - Date.parse(sell.requestedAt));
  const hours = Math.floor(ageMs / HOUR_MS);
  const isOverdue = ageMs >= SELL_ANSWER_MS;
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-[550]">{place === 1 ? words.next : words.place(place)}</span>
        <span className={isOverdue ? 'text-amber' : 'text-quiet'}>
          {isOverdue ? words.overdue : words.age(hours)}
        </span>
      </p>
      <CellBar
        label={`${words.ageLabel}: ${sellTexts.hours(hours)}`}
        part={Math.min(1, ageMs / SELL_ANSWER_MS)}
        isHalfLate
      />
      <p className="text-sm text-faint">
        {isOverdue ? words.overdueHint : words.answerBy(dateTimeText(answerBy))}
      </p>
    </div>
  );
}

/** What was fixed by the request. */
function Terms({ sell }: { readonly sell: SellJson }) {
  const { lmtPrice, payoutCurrency, sellFee, netLMT, payout } = sell;
  const sent = (value: string) => <Figure value={value} unit={payoutCurrency} digits="exact" />;
  const charged =
    payout && payout.status !== 'withdrawn' && !isZero(payout.rentCharged)
      ? [
          { key: words.account, value: sent(payout.rentCharged) },
          { key: words.sent, value: sent(payout.amount) },
        ]
      : [];
  const price = <Figure value={lmtPrice} nearest digits="fine" unit={payoutCurrency} />;
  return (
    <KeyValues
      items={[
        { key: words.price, value: price },
        { key: words.fee, value: <Lmt value={sellFee} /> },
        { key: words.net, value: <Lmt value={netLMT} /> },
        ...charged,
      ]}
    />
  );
}

function Lmt({ value }: { readonly value: string }) {
  return (
    <>
      <Figure value={value} unit="LMT" /> <Worth token="LMT" amount={value} className="text-sm" />
    </>
  );
}
