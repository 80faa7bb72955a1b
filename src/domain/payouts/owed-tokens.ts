import type { PayToken } from '../base/money.ts';
import type { Payout } from './payout.ts';

/** What the ledger holds for others in a token: fee credit of users, and deposits that match nothing. */
export interface HeldToken {
  readonly kind: 'credit' | 'deposit';
  readonly token: PayToken;
  readonly amount: bigint;
}

/** What is due by payouts of a purpose that can still pay, the rent that they charge included. */
export interface OpenPayouts {
  readonly purpose: Payout['purpose'];
  readonly token: PayToken;
  readonly amount: bigint;
}

/** What is owed in SOL and USDC follows from these. */
export interface OwedTokensInput {
  readonly held: readonly HeldToken[];
  readonly openPayouts: readonly OpenPayouts[];
}

/** What is owed in a token, each unit in one place. */
export interface OwedToken {
  readonly credit: bigint;
  /** Without those whose refund is under way. */
  readonly deposits: bigint;
  /** Under way, whatever they are for. */
  readonly payouts: bigint;
}
export type OwedTokens = Readonly<Record<PayToken, OwedToken>>;

/**
 * What the treasury owes in the tokens that it holds. Transparency, coverage and the budget all count by
 * this. Credit leaves its account when its refund is made, a deposit only when its refund is final.
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

/** All that is owed in a token. */
export const owedIn = ({ credit, deposits, payouts }: OwedToken): bigint =>
  credit + deposits + payouts;

/** The part of a token that belongs to others, besides payouts: it may be paid only to them. */
export const setAside = ({ credit, deposits }: OwedToken): bigint => credit + deposits;
