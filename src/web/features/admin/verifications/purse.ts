import type { TreasuryPurse } from '#contract/admin-health';
import type { SellJson } from '#contract/sells';
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

/** By token, in the order SOL, USDC; only the tokens that are asked for. Empty while the treasury is unknown. */
export function needsOf(sells: readonly SellJson[], treasury: TreasuryPurse | null): Need[] {
  if (!treasury) return [];
  return (['SOL', 'USDC'] as const).flatMap((token) => {
    const payouts = sells.filter(({ payoutCurrency }) => payoutCurrency === token);
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
