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

/** What the owner may suppose in place of what is so. */
export interface WhatIf {
  /** How many of a hundred users sell all that they may; 100 without it. Pending requests always count. */
  readonly sellersPercent?: bigint;
  readonly solPrice?: UsdPrice;
  /** In place of the APY of every running cycle. */
  readonly apy?: Apy;
}

/** What a forecast looks at the future with. */
export interface Outlook {
  readonly terms: Terms;
  readonly book: PriceBook;
  readonly whatIf: WhatIf;
  readonly now: Instant;
  /** Today's, or the supposed one: the market is not forecast. */
  readonly sol: UsdPrice;
}

/** The SOL price that a forecast counts with; null where none is known yet. */
export function solPriceFor(book: PriceBook, whatIf: WhatIf, now: Instant): UsdPrice | null {
  return whatIf.solPrice ?? entryAt(book.sol, now)?.value ?? null;
}

/** A vault that matures or has matured, with what its owner may take out and sell. */
export interface VaultForecast {
  readonly stakeId: string;
  readonly userId: string;
  readonly walletAddress: string;
  /** Begun days until maturity: 1 for anything within 24 hours, 0 where it has matured. */
  readonly daysUntilMaturation: number;
  readonly maturationDate: Instant;
  readonly stakedAmount: Lmt;
  /** Principal and full-cycle rewards. */
  readonly totalLMTAtMaturation: Lmt;
  /** Half of that, rounded down, less what has been taken out in the window already. */
  readonly maxSellable50Percent: Lmt;
  /** Selling that much costs the treasury this many lamports, or … */
  readonly requiredTreasurySOL: Lamports;
  /** … this much USDC: one or the other, not both. */
  readonly requiredTreasuryUSDC: Usdc;
}

/** Both prices when something could be sold: the LMT price of then, steps included, and today's SOL price. */
export function pricesOn(outlook: Outlook, at: Instant): Prices {
  const when = laterOf(at, outlook.now);
  return { lmt: lmtPriceAt(outlook.book.lmt, outlook.terms, when), sol: outlook.sol };
}

/** What is left of an amount when the sell fee of that time is taken. */
export function netOfSellFee(amount: Lmt, outlook: Outlook, at: Instant): Lmt {
  return takeFee(amount, settingsAt(outlook.terms, laterOf(at, outlook.now)).sellFee).net;
}

/** Begun days from `now` to `at`; 0 where it is past. */
function daysUntil(at: Instant, now: Instant): number {
  return at <= now ? 0 : Math.trunc((at - now + DAY_MS - 1) / DAY_MS);
}

/** The vault with the supposed APY; rewards that are posted already stay what they are. */
function supposed(vault: Vault, { apy }: WhatIf): Vault {
  return apy === undefined || vault.matured || !vault.cycle
    ? vault
    : { ...vault, cycle: { ...vault.cycle, apy } };
}

/** What a caught-up vault brings to the treasury's needs; null while it vests, and when it is completed. */
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
