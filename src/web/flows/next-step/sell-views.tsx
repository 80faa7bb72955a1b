import type { SellJson } from '#contract/sells';

import { formatNumber } from '../../ui/format/format.ts';
import { nextStepTexts as says } from '../../texts/next-step.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import { type About, type StepView, orPaused } from './about.ts';
import { StepLink } from './step-link.tsx';

function sellOf({ own, id }: About): SellJson | null {
  return own.sells.find((each) => each.id === id) ?? null;
}

/** '11.7332 SOL': what is due, or sent. */
function payoutText({ payoutAmount, payoutCurrency }: SellJson, amount = payoutAmount): string {
  return `${formatNumber(amount, payoutCurrency === 'SOL' ? 4 : 2)} ${payoutCurrency}`;
}

export function sellAnswerView(about: About): StepView {
  const sell = sellOf(about);
  const { title, titlePaid, action } = says.sellAnswer;
  const amount = formatNumber(sell?.lmtAmount ?? '', 4);
  const isBeingPaid = sell?.payout?.status.startsWith('awaiting');
  const place = isBeingPaid ? null : (sell?.queue?.place ?? null);
  return {
    title: place === null ? titlePaid(amount) : title(amount, place),
    hint: sell ? answerText(sell, about) : '',
    tone: 'good',
    actions: <StepLink href="/sell">{action}</StepLink>,
  };
}

function answerText(sell: SellJson, { now, own }: About): string {
  const { hint, overdue, paused, signing } = says.sellAnswer;
  const { queue, payout } = sell;
  if (payout?.status.startsWith('awaiting') || !queue) return signing(payoutText(sell));
  if (own.isPaused) return paused(payoutText(sell));
  const isOverdue = Date.parse(queue.answerBy) <= now;
  return (isOverdue ? overdue : hint)(payoutText(sell), dateTimeText(queue.answerBy));
}

export function payoutSentView(about: About): StepView {
  const sell = sellOf(about);
  const { title, hint } = says.payoutSent;
  return {
    title: title(sell ? payoutText(sell, sell.payout?.amount) : ''),
    hint,
    tone: 'good',
    actions: <StepLink href="/sell">{says.sellAnswer.action}</StepLink>,
  };
}

export function sellAgainView(about: About): StepView {
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
