import { entryAt } from '../base/history.ts';
import {
  type Apy,
  type Lamports,
  type Lmt,
  type UsdPrice,
  type Usdc,
  add,
  takeFee,
} from '../base/money.ts';
import { type PriceBook, type Prices, lmtPriceAt, worthDown } from '../terms/price.ts';
import { type Terms, settingsAt } from '../terms/terms.ts';
import { DAY_MS, type Instant, laterOf } from '../base/time.ts';
import { type Vault, phaseAt, rewardsAt, vaultTotal, withdrawable } from '../vaults/vault.ts';

/** Assumptions of the owner that replace current values. */
export interface WhatIf {
  /** Percentage of users who sell all that they may; 100 if absent. Pending requests always count. */
  readonly sellersPercent?: bigint;
  readonly solPrice?: UsdPrice;
  /** Replaces the APY of every running cycle. */
  readonly apy?: Apy;
}

/** Inputs of a forecast that all users share. */
export interface Outlook {
  readonly terms: Terms;
  readonly book: PriceBook;
  readonly whatIf: WhatIf;
  readonly now: Instant;
  /** Today's SOL price, or the assumed one. The market is not forecast. */
  readonly sol: UsdPrice;
}

/** Returns the SOL price of a forecast; null if none is known. */
export function solPriceFor(book: PriceBook, whatIf: WhatIf, now: Instant): UsdPrice | null {
  return whatIf.solPrice ?? entryAt(book.sol, now)?.value ?? null;
}

/** Running or matured vault, with what its user may take out and sell. */
export interface VaultForecast {
  readonly stakeId: string;
  readonly userId: string;
  readonly walletAddress: string;
  /** Days until maturity, rounded up; 0 if it has matured. */
  readonly daysUntilMaturation: number;
  readonly maturationDate: Instant;
  readonly stakedAmount: Lmt;
  /** Principal and full-cycle rewards. */
  readonly totalLMTAtMaturation: Lmt;
  /** Half of that, rounded down, less what was unstaked in the window. */
  readonly maxSellable50Percent: Lmt;
  /** Payout for selling that much, in SOL or in USDC (alternatives, not a sum). */
  readonly requiredTreasurySOL: Lamports;
  readonly requiredTreasuryUSDC: Usdc;
}

/** Returns the prices of a sale at an instant: the LMT price after its steps, and the forecast's SOL price. */
export function pricesOn(outlook: Outlook, at: Instant): Prices {
  const when = laterOf(at, outlook.now);
  return { lmt: lmtPriceAt(outlook.book.lmt, outlook.terms, when), sol: outlook.sol };
}

/** Returns an amount less the sell fee in force at an instant. */
export function netOfSellFee(amount: Lmt, outlook: Outlook, at: Instant): Lmt {
  return takeFee(amount, settingsAt(outlook.terms, laterOf(at, outlook.now)).sellFee).net;
}

/** Returns the days from `now` to `at`, rounded up; 0 if `at` is past. */
function daysUntil(at: Instant, now: Instant): number {
  return at <= now ? 0 : Math.trunc((at - now + DAY_MS - 1) / DAY_MS);
}

/** Applies the assumed APY to a vault. Posted rewards do not change. */
function supposed(vault: Vault, { apy }: WhatIf): Vault {
  return apy === undefined || vault.matured || !vault.cycle
    ? vault
    : { ...vault, cycle: { ...vault.cycle, apy } };
}

/** Returns the forecast of a caught-up vault; null unless it is running or in its window. */
export function forecastVault(
  vault: Vault,
  walletAddress: string,
  outlook: Outlook,
): VaultForecast | null {
  const phase = phaseAt(vault, outlook.terms, outlook.now);
  if (!vault.cycle || (phase !== 'running' && phase !== 'window')) return null;
  const { endsAt } = vault.cycle;
  const then = supposed(vault, outlook.whatIf);
  const sellable = withdrawable({ ...then, postedRewards: rewardsAt(then, endsAt) });
  const net = netOfSellFee(sellable, outlook, endsAt);
  const prices = pricesOn(outlook, endsAt);
  return {
    stakeId: vault.id,
    userId: vault.userId,
    walletAddress,
    daysUntilMaturation: daysUntil(endsAt, outlook.now),
    maturationDate: endsAt,
    stakedAmount: vault.amount,
    totalLMTAtMaturation: add(vaultTotal(then, endsAt), vault.withdrawn),
    maxSellable50Percent: sellable,
    requiredTreasurySOL: worthDown('SOL', net, prices),
    requiredTreasuryUSDC: worthDown('USDC', net, prices),
  };
}
