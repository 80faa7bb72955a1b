import type { TreasuryBudget } from '#contract/payouts/admin-payouts';
import type { SellJson } from '#contract/sells/sells';
import { type PayToken, formatDecimal, DECIMALS, parseAmount, sum } from '#domain/base/money';

/** What requests need of a token against what the treasury can pay; decimal strings. */
export interface Need {
  readonly token: PayToken;
  readonly needed: string;
  readonly available: string;
  /** What would be left; below zero where it is too little. */
  readonly left: string;
  readonly isShort: boolean;
}

/** Requests with what has become of them since they were picked; one that is not pending any more is as it was. */
export const asTheyAre = (
  picked: readonly SellJson[],
  pending: readonly SellJson[],
): readonly SellJson[] => picked.map((sell) => pending.find(({ id }) => id === sell.id) ?? sell);

/** Whether a request's payout is made out and not signed: what the treasury has available is without it already. */
const isReserved = ({ payout }: SellJson): boolean =>
  payout?.status === 'awaiting-signature' || payout?.status === 'awaiting-outside';

/**
 * By token, in the order SOL, USDC; only the tokens that something is still to be taken of. Empty while the
 * treasury is unknown.
 */
export function needsOf(sells: readonly SellJson[], treasury: TreasuryBudget | null): Need[] {
  if (!treasury) return [];
  return (['SOL', 'USDC'] as const).flatMap((token) => {
    const payouts = sells.filter((sell) => sell.payoutCurrency === token && !isReserved(sell));
    if (payouts.length === 0) return [];
    const needed = sum(
      payouts.map(({ payoutAmount }) => parseAmount(token, payoutAmount)).filter((a) => a !== null),
    );
    const available = treasury[token].available;
    const left = (parseAmount(token, available) ?? 0n) - needed;
    const text = (units: bigint) => formatDecimal(units, DECIMALS[token]);
    return [{ token, needed: text(needed), available, left: text(left), isShort: left < 0n }];
  });
}
