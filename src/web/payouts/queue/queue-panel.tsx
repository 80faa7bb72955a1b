import type { ReactNode } from 'react';

import type { TreasuryBudget } from '#contract/payouts/admin-payouts';
import type { SellJson } from '#contract/sells/sells';

import { Badge } from '../../kernel/ui/marks/badge.tsx';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { Dialog } from '../../kernel/ui/overlays/dialog.tsx';
import { amountText } from '../../kernel/ui/format/digits.ts';
import { KeyValues } from '../../kernel/ui/tables/key-values.tsx';
import { outsideTexts } from '../../kernel/dashboard/pay-out/outside-texts.ts';
import { verificationsTexts } from './queue-texts.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';
import {
  SafeAddress,
  SafeFigure,
  SafeText,
  useHidden,
  useSafeName,
} from '../../kernel/dashboard/sensitive.tsx';
import { feePercent } from './fee-percent.ts';
import { needsOf } from './budget.ts';
import { QUEUE_HEIGHT } from './queue-table.tsx';
import { RequestAge } from './request-age.tsx';
import { RequestDetails } from './request-details.tsx';
import type { Kind } from './decision.ts';

const { request: words, queue } = verificationsTexts;

interface QueuePanelProps {
  readonly sell: SellJson;
  readonly treasury: TreasuryBudget | null;
  readonly onDecide: (kind: Kind) => void;
}

/**
 * The open request beside the queue: what can be done with it, what it asks for, and its user's story. The
 * buttons keep their place from request to request, above where toasts come.
 */
export function QueuePanel(props: QueuePanelProps) {
  const { sell } = props;
  return (
    <section
      aria-label={queue.panel}
      className="flex min-h-0 flex-col rounded-control border border-line"
      style={{ maxHeight: QUEUE_HEIGHT }}
    >
      <header className="grid gap-3 border-b border-line p-4">
        <PanelHead sell={sell} />
        <div className="grid grid-cols-2 gap-2">
          <PanelButtons {...props} />
        </div>
      </header>
      <div
        // A new request is read from its beginning.
        key={sell.id}
        role="region"
        aria-label={words.story}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
        className="grid min-h-0 content-start gap-4 overflow-y-auto p-4"
      >
        <PanelBody {...props} />
      </div>
    </section>
  );
}

/** The same on a phone: over the page, from below. */
export function QueueSheet({ onClose, ...props }: QueuePanelProps & { onClose: () => void }) {
  const { sell } = props;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={useHidden() ? queue.panel : sell.username}
      description={statusOf(sell)}
      footer={<PanelButtons {...props} />}
    >
      <PanelBody {...props} />
    </Dialog>
  );
}

const isOutside = ({ payout }: SellJson): boolean => payout?.status === 'awaiting-outside';

const statusOf = (sell: SellJson): string =>
  isOutside(sell) ? outsideTexts.badge : words.awaiting;

function PanelHead({ sell }: { readonly sell: SellJson }): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="max-w-[24ch] truncate text-md font-[560]">
        <SafeText>{sell.username}</SafeText>
      </h3>
      <Badge tone="time">{statusOf(sell)}</Badge>
      {sell.queue && <span className="text-sm text-faint">{words.place(sell.queue.place)}</span>}
    </div>
  );
}

function PanelBody({ sell, treasury }: QueuePanelProps) {
  return (
    <>
      <RequestAge sell={sell} />
      <Facts sell={sell} />
      <PayoutState sell={sell} />
      <CanPay sell={sell} treasury={treasury} />
      <RequestDetails sell={sell} />
    </>
  );
}

function PanelButtons({ sell, onDecide }: QueuePanelProps) {
  const name = useSafeName()(sell.username);
  return (
    <>
      <Button aria-label={words.of(words.reject, name)} onClick={() => onDecide('reject')}>
        {words.reject}
      </Button>
      <Button
        tone="primary"
        disabled={isOutside(sell)}
        aria-label={words.of(words.approve, name)}
        onClick={() => onDecide('approve')}
      >
        {words.approve}
      </Button>
    </>
  );
}

function Facts({ sell }: { readonly sell: SellJson }) {
  const { payoutCurrency: token } = sell;
  return (
    <KeyValues
      items={[
        { key: words.requested, value: dateTimeText(sell.requestedAt) },
        { key: words.wallet, value: <SafeAddress address={sell.walletAddress} /> },
        { key: words.lmt, value: <SafeFigure value={sell.lmtAmount} unit="LMT" /> },
        { key: words.price, value: <SafeFigure value={sell.lmtPrice} nearest unit={token} /> },
        {
          key: words.fee(feePercent(sell)),
          value: <SafeFigure value={sell.sellFee} unit="LMT" />,
        },
        { key: words.net, value: <SafeFigure value={sell.netLMT} unit="LMT" /> },
        {
          key: words.payout,
          value: <SafeFigure value={sell.payoutAmount} unit={token} digits="fine" />,
        },
        { key: words.status, value: statusOf(sell) },
      ]}
    />
  );
}

/** A payout that was begun and is not signed, or that came to nothing. */
function PayoutState({ sell: { payout } }: { readonly sell: SellJson }) {
  if (payout?.status === 'awaiting-signature') {
    return <p className="text-sm text-amber">{words.signing(dateTimeText(payout.expiresAt))}</p>;
  }
  if (payout?.status === 'awaiting-outside') {
    return <p className="text-sm text-amber">{words.outside}</p>;
  }
  if (payout?.status === 'withdrawn') {
    return <p className="text-sm text-faint">{words.payoutWithdrawn}</p>;
  }
  if (payout?.status !== 'failed') return null;
  return <p className="text-sm text-red">{words.payoutFailed(payout.error ?? words.unknown)}</p>;
}

/** Whether the treasury has what the payout takes. */
function CanPay({ sell, treasury }: Pick<QueuePanelProps, 'sell' | 'treasury'>) {
  const [need] = needsOf([sell], treasury);
  if (!need) return null;
  const available = `${amountText(need.token, need.available)} ${need.token}`;
  const needed = `${amountText(need.token, need.needed)} ${need.token}`;
  return (
    <p className={`text-sm ${need.isShort ? 'text-red' : 'text-faint'}`}>
      <SafeText>
        {need.isShort ? words.short(available, needed) : words.treasury(available)}
      </SafeText>
    </p>
  );
}
