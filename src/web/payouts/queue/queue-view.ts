import type { PendingSellJson } from '#contract/payouts/admin-sells';
import { type PayToken, parseAmount } from '#domain/base/money';
import { DAY_MS } from '#domain/base/time';
import { RISK_LEVELS } from '#domain/audit/audit';
import { SELL_ANSWER_MS } from '#domain/terms/terms';

import { typedAmount } from '../../kernel/ui/forms/typed-amount.ts';

export type AgeFilter = 'all' | 'day' | 'overdue';
export type TokenFilter = 'all' | PayToken;
export type RiskFilter = 'all' | 'low' | 'medium' | 'high' | 'unknown';

/** Which requests of the queue are looked at; `from` and `to` are LMT as typed, '' for no bound. */
export interface QueueFilter {
  readonly age: AgeFilter;
  readonly token: TokenFilter;
  readonly risk: RiskFilter;
  readonly from: string;
  readonly to: string;
}

export const NO_FILTER: QueueFilter = { age: 'all', token: 'all', risk: 'all', from: '', to: '' };

export type QueueSort = 'age' | 'risk' | 'lmt' | 'payout';

export interface QueueOrder {
  readonly by: QueueSort;
  readonly direction: 'ascending' | 'descending';
}

/** Oldest first: the order in which they came. */
export const BY_AGE: QueueOrder = { by: 'age', direction: 'descending' };

/** The age that each choice asks for; a request can be newer than the `now` that is compared with. */
const MIN_AGE_MS: Readonly<Record<AgeFilter, number>> = {
  all: Number.NEGATIVE_INFINITY,
  day: DAY_MS,
  overdue: SELL_ANSWER_MS,
};

/** The requests that a filter leaves, in an order; equal ones stay in the order in which they came. */
export function queueView(
  pending: readonly PendingSellJson[],
  { filter, order, now }: { filter: QueueFilter; order: QueueOrder; now: number },
): PendingSellJson[] {
  const from = boundOf(filter.from);
  const to = boundOf(filter.to);
  const left = pending.filter((sell) => {
    const amount = lmtOf(sell);
    return (
      now - Date.parse(sell.requestedAt) >= MIN_AGE_MS[filter.age] &&
      (filter.token === 'all' || sell.payoutCurrency === filter.token) &&
      (filter.risk === 'all' || (sell.riskLevel ?? 'unknown') === filter.risk) &&
      (from === null || amount >= from) &&
      (to === null || amount <= to)
    );
  });
  const turn = order.direction === 'ascending' ? 1 : -1;
  return left.toSorted((a, b) => turn * compared(KEYS[order.by](a), KEYS[order.by](b)));
}

const lmtOf = ({ lmtAmount }: PendingSellJson): bigint => parseAmount('LMT', lmtAmount) ?? 0n;

/** A bound as typed; null for none, and for what is no amount. */
function boundOf(typed: string): bigint | null {
  const read = typedAmount('LMT', typed);
  return read.kind === 'amount' ? read.amount : null;
}

const compared = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

const KEYS: { readonly [S in QueueSort]: (sell: PendingSellJson) => bigint } = {
  age: ({ requestedAt }) => -BigInt(Date.parse(requestedAt)),
  // Whom the audit has not met stands before low.
  risk: ({ riskLevel }) => BigInt(riskLevel === null ? -1 : RISK_LEVELS.indexOf(riskLevel)),
  lmt: lmtOf,
  // What a payout is worth at the prices that its request has fixed, whichever token it is paid in.
  payout: ({ netLMT, fixedPrices }) =>
    (parseAmount('LMT', netLMT) ?? 0n) * (parseAmount('USDC', fixedPrices.lmtUSDC) ?? 0n),
};
