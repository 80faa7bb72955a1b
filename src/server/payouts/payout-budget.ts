import type { TreasuryBudget } from '#contract/payouts/admin-payouts';
import { type StoredHolding, balancesAsOf } from '#domain/treasury/holdings';
import { type PayToken, formatAmount, lamports, usdc } from '#domain/base/money';
import { type BudgetLine, type PayoutBudget, payoutBudgetOf } from '#domain/payouts/payout-budget';
import type { Session } from '../kernel/db/database.ts';
import { readOwedTokens } from '../kernel/ledger/owed-tokens.ts';
import { payoutClaims } from './payout-queries.ts';

/**
 * Returns the amounts that the treasury can pay, by the chain balances in `holdings`; null until these have
 * been read.
 */
export async function readPayoutBudget(
  session: Session,
  holdings: readonly StoredHolding[],
): Promise<PayoutBudget | null> {
  const asOf = balancesAsOf(holdings);
  if (asOf === null) return null;
  const unitsOf = (symbol: PayToken): bigint =>
    holdings.find((each) => each.symbol === symbol && each.origin === 'chain')?.units ?? 0n;
  const balances = { lamports: lamports(unitsOf('SOL')), usdc: usdc(unitsOf('USDC')) };
  return payoutBudgetOf(balances, await payoutClaims(session, asOf), await readOwedTokens(session));
}

export function serializePayoutBudget({ SOL, USDC }: PayoutBudget): TreasuryBudget {
  return { SOL: serializeLine('SOL', SOL), USDC: serializeLine('USDC', USDC) };
}

function serializeLine<T extends PayToken>(
  token: T,
  { balance, reserved, setAside, available }: BudgetLine<T>,
): TreasuryBudget[T] {
  return {
    balance: formatAmount(token, balance),
    reserved: formatAmount(token, reserved),
    setAside: formatAmount(token, setAside),
    available: formatAmount(token, available),
  };
}
