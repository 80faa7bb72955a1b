import { Coins, Gem, Lock, LogOut, RotateCw } from 'lucide-react';
import { type ReactNode, memo } from 'react';

import type { HistoryItemJson } from '#contract/portfolio/portfolio';

import { formatUsd, isZero } from '../../kernel/ui/format/format.ts';
import { Badge } from '../../kernel/ui/marks/badge.tsx';
import { CopyButton } from '../../kernel/ui/marks/copy-button.tsx';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { historyTexts } from './history-texts.ts';
import { ageText } from '../../kernel/ui/format/times.ts';
import type { Tone } from '../../kernel/ui/format/tone.ts';
import { TransactionLink } from '../../kernel/api/transaction-link.tsx';
import { dateText, exactText } from '../../kernel/ui/format/date-text.ts';

const { list: words, types, status: statuses } = historyTexts;

const ICONS: Readonly<Record<HistoryItemJson['type'], ReactNode>> = {
  bond: <Gem aria-hidden />,
  stake: <Lock aria-hidden />,
  withdraw: <LogOut aria-hidden />,
  restake: <RotateCw aria-hidden />,
  sell: <Coins aria-hidden />,
};
const TONES: Readonly<Record<HistoryItemJson['status'], Tone>> = {
  completed: 'good',
  pending: 'time',
  failed: 'bad',
};

interface TransactionRowProps {
  readonly item: HistoryItemJson;
  /** Milliseconds since 1970, of the protocol; moves by the minute. */
  readonly now: number;
}

/** One line of history. */
export const TransactionRow = memo(function TransactionRow(props: TransactionRowProps) {
  const { item, now } = props;
  const { type, status, projectTxId, hash, note } = item;
  return (
    <li className="grid grid-cols-[36px_minmax(0,1fr)] gap-x-3 border-t border-line py-3 first:border-t-0">
      <span className="grid size-9 place-items-center rounded-full bg-raise text-quiet [&_svg]:size-4">
        {ICONS[type]}
      </span>
      <div className="grid gap-x-4 gap-y-0.5 wide:grid-cols-[minmax(0,1.25fr)_minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,0.9fr)] wide:items-center">
        <div className="min-w-0">
          <p className="flex items-center gap-x-2 font-[550] max-tight:flex-wrap">
            {types[type]}
            <Badge tone={TONES[status]}>{statuses[status]}</Badge>
          </p>
          <p className="flex items-center gap-0.5 text-sm text-faint">
            <span className="min-w-0 font-mono text-[0.92em] tracking-[-0.02em] break-all">
              {projectTxId}
            </span>
            <CopyButton value={projectTxId} />
          </p>
        </div>
        <Money item={item} />
        <div className="min-w-0 text-sm text-quiet">
          {hash !== null && <TransactionLink signature={hash} />}
          {note !== null && <p className="break-words">{note}</p>}
        </div>
        <When at={item.createdAt} now={now} />
      </div>
    </li>
  );
});

function Money({ item }: { readonly item: HistoryItemJson }) {
  const { amount, tokenType, valueUSD, fee, feeTokenType, feeUSD } = item;
  const isFree = isZero(fee);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 wide:block wide:text-right">
      <p>
        <Figure value={amount} unit={tokenType} />
        <ThenWorth usd={valueUSD} />
      </p>
      <p className="text-sm text-faint">
        {isFree ? (
          words.noFee
        ) : (
          <>
            {words.fee} <Figure value={fee} unit={feeTokenType} className="font-normal" />
            <ThenWorth usd={feeUSD} />
          </>
        )}
      </p>
    </div>
  );
}

/** In USD at the time; nothing where no price is known of then. */
function ThenWorth({ usd }: { readonly usd: string }) {
  if (isZero(usd)) return null;
  return (
    <>
      {' '}
      <span
        data-hint={words.pastPrice}
        className="text-sm font-normal whitespace-nowrap text-faint"
      >
        {`· ${words.worth(formatUsd(usd))}`}
      </span>
    </>
  );
}

/** The date, and how long ago; the exact time on hover, focus or touch. */
function When({ at, now }: { readonly at: string; readonly now: number }) {
  return (
    <time
      dateTime={at}
      data-hint={exactText(at)}
      // It takes focus, so that the keyboard reaches the exact time.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex flex-wrap gap-x-2 text-sm text-quiet wide:block wide:text-right"
    >
      <span className="wide:block">{dateText(at)}</span>
      <span className="text-faint wide:block">{ageText(Math.max(0, now - Date.parse(at)))}</span>
    </time>
  );
}
