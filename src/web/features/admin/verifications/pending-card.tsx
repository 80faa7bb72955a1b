import { useState } from 'react';

import type { TreasuryPurse } from '#contract/admin-health';
import type { SellJson } from '#contract/sells';

import { Badge } from '../../../ui/marks/badge.tsx';
import { Button } from '../../../ui/forms/button.tsx';
import { formatTrimmed } from '../../../ui/format/format.ts';
import { KeyValues } from '../../../ui/tables/key-values.tsx';
import { verificationsTexts } from '../../../texts/admin-verifications.ts';
import { dateTimeText } from '../../../ui/format/times.ts';
import { SafeAddress, SafeFigure, SafeText } from '../sensitive.tsx';
import { Check } from './check.tsx';
import { feePercent } from './fee-percent.ts';
import { needsOf } from './purse.ts';
import { RequestAge } from './request-age.tsx';
import { Story } from './story.tsx';
import type { Kind } from './decision.ts';

const { request: words, pending } = verificationsTexts;

interface PendingCardProps {
  readonly sell: SellJson;
  readonly treasury: TreasuryPurse | null;
  readonly isChosen: boolean;
  /** The one that waits longest is opened whole. */
  readonly isFirst: boolean;
  readonly onChoose: (on: boolean) => void;
  readonly onDecide: (kind: Kind) => void;
}

/** One request that waits: what it asks for, its age, its user's story, and what can be done. */
export function PendingCard(props: PendingCardProps) {
  const { sell, treasury, isChosen, isFirst, onChoose, onDecide } = props;
  const [isOpen, setOpen] = useState(isFirst);
  return (
    <li className="grid grid-cols-1 gap-4 rounded-control border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Check label={pending.select(sell.username)} checked={isChosen} onChange={onChoose} />
        <span className="max-w-[24ch] truncate font-[560]">
          <SafeText>{sell.username}</SafeText>
        </span>
        <Badge tone="time">{words.awaiting}</Badge>
        {sell.queue && <span className="text-sm text-faint">{words.place(sell.queue.place)}</span>}
        <Button
          size="sm"
          tone="quiet"
          className="ml-auto"
          aria-expanded={isOpen}
          aria-label={words.of(words.story, sell.username)}
          onClick={() => setOpen(!isOpen)}
        >
          {words.story}: {isOpen ? words.hideStory : words.showStory}
        </Button>
      </div>
      <div className={isOpen ? 'grid grid-cols-1 gap-6 wide:grid-cols-2' : ''}>
        <div className="grid content-start gap-4">
          <Facts sell={sell} isWide={!isOpen} />
          <RequestAge sell={sell} />
        </div>
        {isOpen && <Story sell={sell} />}
      </div>
      <PayoutState sell={sell} />
      <div className="flex flex-wrap items-center gap-2">
        <CanPay sell={sell} treasury={treasury} />
        <Button
          aria-label={words.of(words.reject, sell.username)}
          onClick={() => onDecide('reject')}
        >
          {words.reject}
        </Button>
        <Button
          tone="primary"
          aria-label={words.of(words.approve, sell.username)}
          onClick={() => onDecide('approve')}
        >
          {words.approve}
        </Button>
      </div>
    </li>
  );
}

function Facts({ sell, isWide }: { readonly sell: SellJson; readonly isWide: boolean }) {
  const { payoutCurrency: token } = sell;
  return (
    <KeyValues
      columns={isWide ? 2 : 1}
      items={[
        { key: words.requested, value: dateTimeText(sell.requestedAt) },
        { key: words.wallet, value: <SafeAddress address={sell.walletAddress} /> },
        { key: words.lmt, value: <SafeFigure value={sell.lmtAmount} unit="LMT" /> },
        { key: words.price, value: <SafeFigure value={sell.lmtPrice} unit={token} /> },
        {
          key: words.fee(feePercent(sell)),
          value: <SafeFigure value={sell.sellFee} unit="LMT" />,
        },
        { key: words.net, value: <SafeFigure value={sell.netLMT} unit="LMT" /> },
        {
          key: words.payout,
          value: <SafeFigure value={sell.payoutAmount} unit={token} decimals={6} />,
        },
        { key: words.status, value: words.awaiting },
      ]}
    />
  );
}

/** A payout that was begun and is not signed, or that came to nothing. */
function PayoutState({ sell: { payout } }: { readonly sell: SellJson }) {
  if (payout?.status === 'awaiting-signature') {
    return <p className="text-sm text-amber">{words.signing(dateTimeText(payout.expiresAt))}</p>;
  }
  if (payout?.status !== 'failed') return null;
  return <p className="text-sm text-red">{words.payoutFailed(payout.error ?? words.unknown)}</p>;
}

/** Whether the treasury has what the payout takes. */
function CanPay({ sell, treasury }: Pick<PendingCardProps, 'sell' | 'treasury'>) {
  const [need] = needsOf([sell], treasury);
  if (!need) return <span className="mr-auto" />;
  const available = `${formatTrimmed(need.available, 4)} ${need.token}`;
  const needed = `${formatTrimmed(need.needed, 4)} ${need.token}`;
  return (
    <p className={`mr-auto text-sm ${need.isShort ? 'text-red' : 'text-faint'}`}>
      <SafeText>
        {need.isShort ? words.short(available, needed) : words.treasury(available)}
      </SafeText>
    </p>
  );
}
