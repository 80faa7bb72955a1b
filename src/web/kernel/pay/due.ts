import { formatAmount, lamports, min, parseAmount } from '#domain/base/money';

import { bondQuoteQuery } from '../api/reads/bond-queries.ts';
import { isQuoteEnded } from '../api/live/quote-ended.ts';
import { queryClient } from '../api/query-client.ts';
import { feeQuoteQuery } from '../api/reads/vault-queries.ts';
import { canStillPay } from './held-text.ts';
import type { BondOrder, Order, StakeOrder, Transfer } from './order.ts';
import type { About } from './stored-payment.ts';

/** What an order comes to once it is quoted. */
export interface Due {
  /** Null where nothing is left to pay. */
  readonly transfer: Transfer | null;
  /** What the transfer pays, in its token. */
  readonly amount: string;
  readonly lmtAmount: string;
  /** The whole fee in SOL, of which credit may cover a part; null for a bond. */
  readonly fee: string | null;
  /** Whether it is worse for the user than what was shown, and what that was. */
  readonly isWorse: boolean;
  readonly expected: string;
  /** Until when the quote holds. */
  readonly expiresAt: string;
  readonly about: About;
}

/** Has the order quoted, unless a quote for it still holds. */
export function dueOf(order: Order): Promise<Due> {
  return order.purpose === 'bond' ? bondDue(order) : feeDue(order);
}

async function bondDue(order: BondOrder): Promise<Due> {
  const { userId, tokenType, amount, expected } = order;
  // The form's own quote ends with this one: it shows the new one from then on.
  const fresh = { ...bondQuoteQuery(userId, tokenType, amount), staleTime: 0 };
  const isEnded = order.quote !== null && isQuoteEnded(tokenType, order.quote.quoteId);
  const held = isEnded ? null : order.quote;
  const quote = held ?? (await queryClient.fetchQuery(fresh));
  const { quoteId, lmtAmount } = quote;
  return {
    transfer: quote,
    amount: quote.amount,
    lmtAmount,
    fee: null,
    isWorse: units('LMT', lmtAmount) < units('LMT', expected),
    expected,
    expiresAt: quote.expiresAt,
    about: { purpose: 'bond', quoteId },
  };
}

async function feeDue(order: StakeOrder): Promise<Due> {
  const { userId, lmtAmount, autoRestake, expected, missing } = order;
  const fresh = { ...feeQuoteQuery(userId, lmtAmount), staleTime: 0 };
  const quote = order.quote ?? (await queryClient.fetchQuery(fresh));
  const asked = BigInt(quote.lamports);
  const toPay = missing === undefined ? asked : min(asked, BigInt(missing));
  const amount = solText(toPay);
  const { treasuryAddress, reference, feeSOL } = quote;
  return {
    transfer: toPay === 0n ? null : { tokenType: 'SOL', amount, treasuryAddress, reference },
    amount,
    lmtAmount,
    fee: feeSOL,
    isWorse: toPay > BigInt(expected),
    expected: solText(BigInt(expected)),
    expiresAt: quote.expiresAt,
    about: { purpose: 'stake', autoRestake },
  };
}

/** Whether an order can still be paid as it was quoted: no other tab has ended the quote, and enough is left of it. */
export function isStillDue({ about, transfer, expiresAt }: Due): boolean {
  const isEnded =
    about.purpose === 'bond' &&
    transfer !== null &&
    isQuoteEnded(transfer.tokenType, about.quoteId);
  return !isEnded && canStillPay({ expiresAt });
}

/** The order of who agreed to what it came to, to be quoted again: what is worse than that is asked about. */
export function agreedOrder(order: Order, { amount, lmtAmount }: Due): Order {
  return order.purpose === 'bond'
    ? { ...order, expected: lmtAmount, quote: null }
    : { ...order, expected: String(units('SOL', amount)), quote: null };
}

/** Lamports as an amount of SOL. */
export function solText(units: bigint): string {
  return formatAmount('SOL', lamports(units));
}

function units(token: 'LMT' | 'SOL', text: string): bigint {
  return parseAmount(token, text) ?? 0n;
}
