import { type Lmt, type LmtPrice, type UsdPrice, type Usdc, lmt, sum } from '../base/money.ts';
import { type OwedTokens, owedIn } from '../payouts/owed-tokens.ts';
import { worthInUsd } from '../terms/price.ts';

/** LMT owed to users, by where it is in the ledger. */
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
  /** With the rewards that accrue. */
  readonly vaults: Lmt;
  readonly escrow: Lmt;
  /** Rewards of running cycles: owed, and issued only at maturity. Part of `vaults`. */
  readonly accruing: Lmt;
  /** Of `escrow`: its payout is under way, and is what is owed in its place. */
  readonly paying: Lmt;
  /** In LMT. */
  readonly total: Lmt;
  readonly tokens: OwedTokens;
}

/** What is owed: what the ledger holds for users and others, and what is accruing. */
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

/** What everything that is owed is worth in USD: LMT at the LMT price, each debt once. */
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
