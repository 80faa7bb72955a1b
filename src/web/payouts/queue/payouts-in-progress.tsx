import type { OutsidePayoutJson } from '#contract/payouts/admin-payouts';
import type { SellJson, PayoutJson } from '#contract/sells/sells';

import { Button } from '../../kernel/ui/forms/button.tsx';
import { Card } from '../../kernel/ui/cards/card.tsx';
import { Steps, type Step } from '../../kernel/ui/cards/steps.tsx';
import { verificationsTexts } from './queue-texts.ts';
import { SafeAddress, SafeFigure, SafePayoutLink } from '../../kernel/dashboard/sensitive.tsx';
import { OutsidePayouts } from '../outside/outside-payouts.tsx';
import { isZero } from '../../kernel/ui/format/format.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';

const { underWay: words } = verificationsTexts;

/** Whether a request is approved and not paid for good. */
export const isPayoutInProgress = ({ status, payout }: SellJson): boolean =>
  status === 'approved' && payout?.status !== 'finalized';

interface UnderWayProps {
  readonly sells: readonly SellJson[];
  /** What a treasury pays elsewhere. */
  readonly outside: readonly OutsidePayoutJson[];
  /** Hides those that are over. */
  readonly onHide: () => void;
}

/** Payouts on their way to being final. */
export function PayoutsInProgress({ sells, outside, onHide }: UnderWayProps) {
  if (sells.length + outside.length === 0) return null;
  const isOver = sells.length > 0 && !sells.some(isPayoutInProgress);
  return (
    <Card
      title={words.title}
      aside={
        isOver && (
          <Button size="sm" onClick={onHide}>
            {words.hide}
          </Button>
        )
      }
    >
      {outside.length > 0 && <OutsidePayouts payouts={outside} />}
      <ul className="mt-4 grid gap-4 first:mt-0 empty:hidden wide:grid-cols-2">
        {sells.map((sell) => (
          <li key={sell.id} className="grid content-start gap-3 rounded-control bg-raise p-4">
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <SafeFigure
                value={sell.payout?.amount ?? sell.payoutAmount}
                unit={sell.payoutCurrency}
                digits="fine"
              />
              <SafeAddress address={sell.walletAddress} />
            </div>
            <Steps steps={payoutSteps(sell)} />
            <SafePayoutLink payout={sell.payout} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const { request } = verificationsTexts;
const { steps } = words;

/** How far the payout of an approved request has come. */
function payoutSteps({ status, reviewedAt, payout }: SellJson): Step[] {
  const approved: Step = {
    label: steps.approved,
    state: 'done',
    note: reviewedAt === null ? undefined : dateTimeText(reviewedAt),
  };
  if (payout?.status === 'failed' || status !== 'approved') {
    const note = words.failed(payout?.error ?? request.unknown);
    return [approved, { label: steps.sent, state: 'failed', note }];
  }
  if (payout?.status === 'finalized') {
    return [
      approved,
      sentStep(payout),
      { label: steps.finalized, state: 'done', note: words.paid },
    ];
  }
  if (payout?.status === 'sent') {
    return [
      approved,
      sentStep(payout),
      { label: steps.finalized, state: 'current', note: words.sending },
    ];
  }
  // One was withdrawn, and another is being made.
  return [
    approved,
    { label: steps.sent, state: 'current', note: words.waits },
    { label: steps.finalized, state: 'todo' },
  ];
}

function sentStep({ rentCharged }: PayoutJson): Step {
  return { label: steps.sent, state: 'done', note: isZero(rentCharged) ? undefined : words.rent };
}
