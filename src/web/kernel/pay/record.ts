import { PATHS } from '#contract/base/paths';

import { call } from '../api/client.ts';
import { amountText } from '../ui/format/digits.ts';
import { payTexts } from './pay-texts.ts';
import type { StoredPayment } from './stored-payment.ts';

/** What the server made of a payment. */
export interface Recorded {
  /** It turned out to have failed on the chain. */
  readonly hasFailed: boolean;
  readonly isPending: boolean;
  /** When it can be claimed or activated, as far as that is known. */
  readonly availableAt: string | null;
  readonly lmtAmount: string;
  readonly detail: string;
}

/** Has the server make what was paid for; the same payment gives the same, however often it is sent. */
export function record(payment: StoredPayment): Promise<Recorded> {
  return payment.purpose === 'bond'
    ? recordedBond(payment, payment.quoteId)
    : recordedStake(payment, payment.autoRestake);
}

async function recordedBond(payment: StoredPayment, quoteId: string): Promise<Recorded> {
  const { userId, tokenType, lmtAmount, signature, key } = payment;
  const amount = withEightDecimals(payment.amount);
  const transactionSignature = signature ?? undefined;
  const body = { userId, tokenType, amount, lmtAmount, quoteId, transactionSignature };
  const bond = await call('POST', PATHS.bonds, { body, idempotencyKey: key });
  const { pending, detail } = payTexts.bond.done;
  const isPending = bond.status === 'pending';
  const told = bond.notice ?? detail(amountText('LMT', bond.lmtAmount));
  return {
    hasFailed: bond.status === 'failed',
    isPending,
    availableAt: bond.bondingEndTime,
    lmtAmount: bond.lmtAmount,
    detail: isPending ? pending : told,
  };
}

async function recordedStake(payment: StoredPayment, autoRestake: boolean): Promise<Recorded> {
  const { userId, lmtAmount, signature, key } = payment;
  const feeTransactionHash = signature ?? undefined;
  const amount = withEightDecimals(lmtAmount);
  const body = { userId, amount, autoRestakeEnabled: autoRestake, feeTransactionHash };
  const stake = await call('POST', PATHS.stakes, { body, idempotencyKey: key });
  return {
    hasFailed: stake.voided,
    isPending: false,
    availableAt: stake.vestingEndTime,
    lmtAmount: stake.originalAmount,
    detail: payTexts.stake.done.detail,
  };
}

/** Requests carry 8 decimals, whatever the token has; a quoted amount never has more that count. */
function withEightDecimals(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.slice(0, 8).padEnd(8, '0')}`;
}
