import type { PayoutJson, SellJson } from '#contract/sells/sells';
import { sellAgainUntil } from '#domain/sells/sell';
import { instant, iso } from '#domain/base/time';

import { pendingSell } from '../kernel/api/positions.ts';
import { amountText } from '../kernel/ui/format/digits.ts';
import type { Step, StepState } from '../kernel/ui/cards/steps.tsx';
import { sellTexts } from './sell-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';

const { steps } = sellTexts;

/** How far a request has come; `now` in milliseconds since 1970. */
export function stepsOf(sell: SellJson, now: number): Step[] {
  const requested = done(steps.requested, sell.requestedAt);
  switch (sell.status) {
    case 'pending':
      if (sell.payout?.status === 'awaiting-outside') return [requested, ...outside(sell.payout)];
      return [requested, ...endedPayout(sell), approvalOf(sell), ...todo()];
    case 'approved':
      return [requested, done(steps.approval, sell.reviewedAt), ...payoutOf(sell)];
    case 'rejected':
      return [requested, ...endedPayout(sell), rejection(sell, now)];
    case 'cancelled': {
      const note = steps.cancelledNote(amountText('LMT', sell.lmtAmount));
      const cancelled = {
        ...done(steps.cancelled, sell.reviewedAt, note),
        state: 'failed',
      } as const;
      return [requested, ...endedPayout(sell), cancelled];
    }
  }
}

function done(label: string, at: string | null, note?: string): Step {
  const said = [...(at === null ? [] : [dateTimeText(at)]), ...(note === undefined ? [] : [note])];
  return step(label, 'done', said.join(' · '));
}

function step(label: string, state: StepState, note = ''): Step {
  return note === '' ? { label, state } : { label, state, note };
}

/** A payout that came to nothing. */
function endedPayout({ payout }: SellJson): Step[] {
  if (payout?.status === 'withdrawn') {
    return [done(steps.withdrawn, payout.settledAt, steps.withdrawnNote)];
  }
  if (payout?.status !== 'failed') return [];
  const note = steps.failedNote(payout.error ?? steps.failedUnknown);
  return [step(steps.failed, 'failed', note)];
}

function approvalOf({ payout }: SellJson): Step {
  const note =
    payout?.status === 'awaiting-signature'
      ? steps.signing(dateTimeText(payout.expiresAt))
      : steps.approvalWait;
  return step(steps.approval, 'current', note);
}

/** The owner has approved it; the treasury pays elsewhere. */
function outside({ createdAt }: PayoutJson): Step[] {
  return [
    done(steps.approval, createdAt),
    step(steps.sent, 'current', steps.outside),
    step(steps.finalized, 'todo'),
  ];
}

function todo(): Step[] {
  return [step(steps.sent, 'todo'), step(steps.finalized, 'todo')];
}

/** One that was withdrawn is followed by another. */
function payoutOf({ payout }: SellJson): Step[] {
  switch (payout?.status) {
    case 'finalized':
      return [
        done(steps.sent, payout.createdAt),
        done(steps.finalized, payout.settledAt ?? payout.createdAt),
      ];
    case 'sent':
      return [
        done(steps.sent, payout.createdAt),
        step(steps.finalized, 'current', steps.finalizedWait),
      ];
    case 'failed':
      return [step(steps.sent, 'failed', payout.error ?? steps.failedUnknown)];
    default:
      return [step(steps.sent, 'current', steps.sentWait), step(steps.finalized, 'todo')];
  }
}

function rejection(sell: SellJson, now: number): Step {
  const ended = { sells: [pendingSell(sell)], payoutFailedAt: null };
  const until = sellAgainUntil(ended, instant(Math.floor(now)));
  const amount = amountText('LMT', sell.lmtAmount);
  const note =
    until === null
      ? steps.rejectedLong(amount)
      : steps.rejectedNote(amount, dateTimeText(iso(until)));
  return { ...done(steps.rejected, sell.reviewedAt, note), state: 'failed' };
}
