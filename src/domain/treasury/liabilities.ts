import {
  type Apy,
  type Lmt,
  type LmtPrice,
  type UsdPrice,
  type Usdc,
  lmt,
  max,
  sum,
} from '../base/money.ts';
import { type OwedTokens, owedIn } from '../sells/owed-tokens.ts';
import { worthInUsd } from '../terms/price.ts';
import { rewardsFor } from '../vaults/vault.ts';

/** LMT that stands to users, by where it is, as the ledger has it. */
export interface HeldLmt {
  readonly unstaked: Lmt;
  readonly bonds: Lmt;
  /** Principal and posted rewards. */
  readonly vaults: Lmt;
  readonly escrow: Lmt;
}

/** Running vaults of one APY, taken together. */
export interface RunningVaults {
  readonly apy: Apy;
  /** Σ of principal × milliseconds that it has run in its cycle. */
  readonly amountMs: bigint;
}

/** A running vault whose rewards the owner has corrected. */
export interface CorrectedVault extends RunningVaults {
  readonly offset: bigint;
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

/**
 * Rewards accrued in all running cycles. They are linear, so vaults of one APY are summed first and
 * rounded down once: at most one unit per vault above what `rewardsAt` gives them one by one.
 */
export function accruingRewards(
  running: readonly RunningVaults[],
  corrected: readonly CorrectedVault[],
): Lmt {
  const accrued = ({ apy, amountMs }: RunningVaults): Lmt => rewardsFor(lmt(amountMs), apy, 1n);
  return sum([
    ...running.map(accrued),
    ...corrected.map((vault) => lmt(max(0n, accrued(vault) + vault.offset))),
  ]);
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
