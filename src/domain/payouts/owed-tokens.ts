import type { PayToken } from '../base/money.ts';
import type { Payout } from './payout.ts';

/** Amount that the ledger holds for others: fee credit of users, or unmatched deposits. */
export interface HeldToken {
  readonly kind: 'credit' | 'deposit';
  readonly token: PayToken;
  readonly amount: bigint;
}

/** Amount due by open payouts of one purpose, including the rent that they charge. */
export interface OpenPayouts {
  readonly purpose: Payout['purpose'];
  readonly token: PayToken;
  readonly amount: bigint;
}

export interface OwedTokensInput {
  readonly held: readonly HeldToken[];
  readonly openPayouts: readonly OpenPayouts[];
}

/** Amounts owed in a token; each unit counts once. */
export interface OwedToken {
  readonly credit: bigint;
  /** Without deposits whose refund is under way. */
  readonly deposits: bigint;
  /** Open payouts of every purpose. */
  readonly payouts: bigint;
}
export type OwedTokens = Readonly<Record<PayToken, OwedToken>>;

/**
 * Returns what the treasury owes in SOL and USDC, for transparency, coverage and the budget. Credit leaves
 * its account when its refund is made, a deposit only when its refund is finalized.
 */
export function owedTokens({ held, openPayouts }: OwedTokensInput): OwedTokens {
  const sum = <T extends { readonly token: PayToken; readonly amount: bigint }>(
    of: readonly T[],
    token: PayToken,
    counts: (each: T) => boolean = () => true,
  ): bigint =>
    of.reduce(
      (total, each) => (each.token === token && counts(each) ? total + each.amount : total),
      0n,
    );
  const owed = (token: PayToken): OwedToken => ({
    credit: sum(held, token, ({ kind }) => kind === 'credit'),
    deposits:
      sum(held, token, ({ kind }) => kind === 'deposit') -
      sum(openPayouts, token, ({ purpose }) => purpose === 'deposit'),
    payouts: sum(openPayouts, token),
  });
  return { SOL: owed('SOL'), USDC: owed('USDC') };
}

export const owedIn = ({ credit, deposits, payouts }: OwedToken): bigint =>
  credit + deposits + payouts;

/** Returns the part of a token, besides payouts, that belongs to others and may be paid only to them. */
export const setAside = ({ credit, deposits }: OwedToken): bigint => credit + deposits;
