import type { SellJson } from '#contract/sells/sells';

import { amountText } from '../../kernel/ui/format/digits.ts';
import { nextStepTexts as says } from './next-step-texts.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';
import { type StepContext, type StepView, orPaused } from './step-context.ts';
import { StepLink } from './step-link.tsx';

function sellOf({ own, id }: StepContext): SellJson | null {
  return own.sells.find((each) => each.id === id) ?? null;
}

/** '11.7332 SOL': what is due, or sent. */
function payoutText({ payoutAmount, payoutCurrency }: SellJson, amount = payoutAmount): string {
  return `${amountText(payoutCurrency, amount)} ${payoutCurrency}`;
}

export function sellAnswerView(about: StepContext): StepView {
  const sell = sellOf(about);
  const { title, titlePaid, action } = says.sellAnswer;
  const amount = amountText('LMT', sell?.lmtAmount ?? '');
  const isBeingPaid = sell?.payout?.status.startsWith('awaiting');
  const place = isBeingPaid ? null : (sell?.queue?.place ?? null);
  return {
    title: place === null ? titlePaid(amount) : title(amount, place),
    hint: sell ? answerText(sell, about) : '',
    tone: 'good',
    actions: <StepLink href="/sell">{action}</StepLink>,
  };
}

function answerText(sell: SellJson, { now, own }: StepContext): string {
  const { hint, overdue, paused, signing } = says.sellAnswer;
  const { queue, payout } = sell;
  if (payout?.status.startsWith('awaiting') || !queue) return signing(payoutText(sell));
  if (own.isPaused) return paused(payoutText(sell));
  const isOverdue = Date.parse(queue.answerBy) <= now;
  return (isOverdue ? overdue : hint)(payoutText(sell), dateTimeText(queue.answerBy));
}

export function payoutSentView(about: StepContext): StepView {
  const sell = sellOf(about);
  const { title, hint } = says.payoutSent;
  return {
    title: title(sell ? payoutText(sell, sell.payout?.amount) : ''),
    hint,
    tone: 'good',
    actions: <StepLink href="/sell">{says.sellAnswer.action}</StepLink>,
  };
}

export function sellAgainView(about: StepContext): StepView {
  const { title, titleFailed, hint, reason, action } = says.sellAgain;
  const sell = sellOf(about);
  const isRejected = sell?.status !== 'cancelled';
  const notes = isRejected ? (sell?.notes ?? null) : null;
  const text = notes === null ? hint : `${reason(notes)} ${hint}`;
  return {
    title: (isRejected ? title : titleFailed)(about.when),
    tone: 'time',
    ...orPaused(about.own, text, <StepLink href="/sell">{action}</StepLink>),
  };
}
