import type { ProtocolSettings } from '#contract/protocol';
import type { StakeJson } from '#contract/stakes';
import {
  APY_DECIMALS,
  type Lmt,
  RATE_DECIMALS,
  type Rate,
  apy,
  lamports,
  lmt,
  parseAmount,
  parseDecimal,
  rate,
} from '#domain/base/money';
import { type Instant, after, instant } from '#domain/base/time';
import { DEFAULT_SETTINGS, type Settings } from '#domain/terms/settings';
import { RESTAKE_WINDOW_MS, type Terms, UNSTAKE_CAP_DIVISOR } from '#domain/terms/terms';
import { type Vault, newVault } from '#domain/vaults/vault';

const units = (text: string): Lmt => parseAmount('LMT', text) ?? lmt(0n);
const rateOf = (text: string): Rate => rate(parseDecimal(text, RATE_DECIMALS) ?? 0n);
const rateOrNull = (text: string | null): Rate | null => (text === null ? null : rateOf(text));
const percentOf = (text: string) => apy(parseDecimal(text, APY_DECIMALS) ?? 0n);
const at = (iso: string): Instant => instant(Date.parse(iso));

/** What is in force now, as far as a vault's window and a sale depend on it. */
export function settingsOf(of: ProtocolSettings): Settings {
  return {
    ...DEFAULT_SETTINGS,
    // The APY that counts is given as such, however it comes about.
    apyMode: 'fixed',
    currentApy: percentOf(of.currentAPY),
    stakingFee: rateOf(of.stakingFee),
    sellFee: rateOf(of.sellFee),
    restakeFee: rateOf(of.restakeFee),
    withdrawalFee: rateOrNull(of.withdrawalFee),
  };
}

/** The terms that a stake of now will mature under, if nothing changes. */
export function termsNow(settings: Settings, now: Instant): Terms {
  return { settings: [{ from: now, value: settings }], pauses: [] };
}

/** A stake of an amount that has vested at once. */
export function vestedVault(amount: Lmt, autoRestake: boolean, now: Instant): Vault {
  const fee = { feePaid: lamports(0n), feeSignature: null, feeFinalized: true };
  const vault = newVault({ id: '', userId: '', amount, autoRestake, ...fee }, now);
  return { ...vault, vestingEndsAt: now };
}

/** A vault in its window and the terms that it has there, as the rules take them; null outside of one. */
export function windowVault(
  stake: StakeJson,
  settings: Settings,
  now: Instant,
): { readonly vault: Vault; readonly terms: Terms } | null {
  const { window, vaultStartTime, vaultEndTime, restakeWindowEndTime } = stake;
  if (!window || !vaultStartTime || !vaultEndTime || !restakeWindowEndTime) return null;
  const [startsAt, endsAt] = [at(vaultStartTime), at(vaultEndTime)];
  const [amount, rewards] = [units(stake.amount), units(stake.rewardsAccrued)];
  const vault: Vault = {
    ...vestedVault(amount, stake.autoRestakeEnabled, startsAt),
    userId: stake.userId,
    status: 'active',
    postedRewards: rewards,
    // What was taken out is not told, but follows from what still may be.
    withdrawn: lmt(amount + rewards - units(window.withdrawable) * UNSTAKE_CAP_DIVISOR),
    cycle: { startsAt, endsAt, apy: percentOf(stake.apy) },
    matured: true,
  };
  const matured: Settings = {
    ...settings,
    restakeFee: rateOf(window.restakeFee),
    withdrawalFee: rateOrNull(window.withdrawalFee),
  };
  // A pause has held the window open for as long as it is longer than others.
  const lost = at(restakeWindowEndTime) - after(endsAt, RESTAKE_WINDOW_MS);
  const pauses = lost > 0 ? [{ from: endsAt, to: after(endsAt, lost) }] : [];
  const history = [
    { from: endsAt, value: matured },
    { from: now, value: settings },
  ];
  return { vault, terms: { settings: history, pauses } };
}
