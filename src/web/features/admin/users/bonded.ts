import type { BondJson } from '#contract/bonds';
import { type PayToken, formatAmount, lamports, parseAmount, sum, usdc } from '#domain/base/money';

/** What a user paid for bonds that were paid for, by token, as decimal strings. */
export function bondedTotals(bonds: readonly BondJson[]): Readonly<Record<PayToken, string>> {
  const paid = bonds.filter(({ status }) => status === 'confirmed' || status === 'completed');
  const of = <T extends PayToken>(token: T) =>
    sum(
      paid
        .filter(({ tokenType }) => tokenType === token)
        .map(({ amount }) => parseAmount(token, amount))
        .filter((amount) => amount !== null),
    );
  return {
    SOL: formatAmount('SOL', lamports(of('SOL'))),
    USDC: formatAmount('USDC', usdc(of('USDC'))),
  };
}
