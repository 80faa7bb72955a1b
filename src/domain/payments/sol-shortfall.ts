import { type Lamports, add, lamports } from '../base/money.ts';

/** Costs of a payment in the payer's SOL. */
export interface SolCosts {
  /** SOL that is paid; 0 for a payment in USDC. */
  readonly amount: Lamports;
  readonly networkFee: Lamports;
  /** Rent of the token account that the payment creates; 0 if it creates none. */
  readonly accountRent: Lamports;
  /** Rent-exempt minimum: the least that Solana allows in an account that is not empty. */
  readonly walletMinimum: Lamports;
}

/** SOL that a payer lacks. */
export interface SolShortfall extends SolCosts {
  readonly held: Lamports;
  /** All costs, and the minimum that stays in the wallet. */
  readonly needed: Lamports;
}

/**
 * Returns what is missing if the payer's SOL does not cover a payment, else null. Solana refuses a
 * transaction that leaves less than the minimum in an account, unless nothing is left or the account held
 * less before.
 */
export function solShortfall(held: Lamports, costs: SolCosts): SolShortfall | null {
  const { amount, networkFee, accountRent, walletMinimum } = costs;
  const cost = add(add(amount, networkFee), accountRent);
  const left = lamports(held - cost);
  const mayGoBelow = left === 0n || held < walletMinimum;
  if (left >= (mayGoBelow ? 0n : walletMinimum)) return null;
  return { ...costs, held, needed: add(cost, walletMinimum) };
}
