import type { PayoutJson, SellJson } from '#contract/sells';

import type { Step } from '../../../ui/cards/steps.tsx';
import { verificationsTexts } from '../../../texts/admin-verifications.ts';
import { isZero } from '../../../ui/format/format.ts';
import { dateTimeText } from '../../../ui/format/times.ts';

const { underWay: words, request } = verificationsTexts;
const { steps } = words;

/** How far the payout of an approved request has come. */
export function payoutSteps({ status, reviewedAt, payout }: SellJson): Step[] {
  const approved: Step = {
    label: steps.approved,
    state: 'done',
    ...(reviewedAt === null ? {} : { note: dateTimeText(reviewedAt) }),
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
  const done: Step = { label: steps.sent, state: 'done' };
  return isZero(rentCharged) ? done : { ...done, note: words.rent };
}
