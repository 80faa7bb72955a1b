import { type Lmt, type LmtPrice, type UsdPrice, type Usdc, lmt, sum } from '../base/money.ts';
import { type OwedTokens, owedIn } from '../payouts/owed-tokens.ts';
import { worthInUsd } from '../terms/price.ts';

/** LMT owed to users, by kind of account. */
export interface HeldLmt {
  readonly unstaked: Lmt;
  readonly bonds: Lmt;
  /** Principal and posted rewards. */
  readonly vaults: Lmt;
  readonly escrow: Lmt;
}

/** Everything that the protocol owes: LMT, and what it holds for others in SOL and USDC. */
export interface Liabilities {
  readonly unstaked: Lmt;
  readonly bonds: Lmt;
  /** Includes accruing rewards. */
  readonly vaults: Lmt;
  readonly escrow: Lmt;
  /** Rewards of running cycles: owed now, issued at maturity. Part of `vaults`. */
  readonly accruing: Lmt;
  /** Part of `escrow` whose payout is under way, which is owed instead. */
  readonly paying: Lmt;
  /** In LMT. */
  readonly total: Lmt;
  readonly tokens: OwedTokens;
}

/** Adds accruing rewards to what the ledger holds for users and others. */
export function liabilitiesOf(
  held: HeldLmt,
  accruing: Lmt,
  { tokens, paying }: Pick<Liabilities, 'tokens' | 'paying'>,
): Liabilities {
  const vaults = lmt(held.vaults + accruing);
  const { unstaked, bonds, escrow } = held;
  const total = sum([unstaked, bonds, vaults, escrow]);
  return { unstaked, bonds, vaults, escrow, accruing, paying, total, tokens };
}

/** Returns the USD value of everything owed, with LMT at the LMT price. Each debt counts once. */
export function owedInUsd(
  { total, paying, tokens }: Pick<Liabilities, 'total' | 'paying' | 'tokens'>,
  prices: { readonly lmt: LmtPrice; readonly sol: UsdPrice | null },
): { readonly allLmt: Usdc; readonly lmt: Usdc; readonly other: Usdc; readonly total: Usdc } {
  const inLmt = worthInUsd('LMT', total - paying, prices);
  const other = sum([
    worthInUsd('SOL', owedIn(tokens.SOL), prices),
    worthInUsd('USDC', owedIn(tokens.USDC), prices),
  ]);
  const allLmt = worthInUsd('LMT', total, prices);
  return { allLmt, lmt: inLmt, other, total: sum([inLmt, other]) };
}
