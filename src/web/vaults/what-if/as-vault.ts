import type { StakeJson } from '#contract/vaults/vaults';
import {
  APY_DECIMALS,
  type Lmt,
  apy,
  lamports,
  lmt,
  parseAmount,
  parseDecimal,
} from '#domain/base/money';
import { type Instant, after, instant } from '#domain/base/time';
import { settingsIn } from '#domain/terms/setting-texts';
import type { Settings } from '#domain/terms/settings';
import {
  RESTAKE_WINDOW_MS,
  type Terms,
  UNSTAKE_CAP_DIVISOR,
  settingsAt,
} from '#domain/terms/terms';
import { type Vault, newVault } from '#domain/vaults/vault';

const units = (text: string): Lmt => parseAmount('LMT', text) ?? lmt(0n);
const percentOf = (text: string) => apy(parseDecimal(text, APY_DECIMALS) ?? 0n);
const at = (iso: string): Instant => instant(Date.parse(iso));

/** A stake of an amount that has vested at once. */
export function vestedVault(amount: Lmt, autoRestake: boolean, now: Instant): Vault {
  const fee = { feePaid: lamports(0n), feeSignature: null, feeFinalized: true };
  const vault = newVault({ id: '', userId: '', amount, autoRestake, ...fee }, now);
  return { ...vault, vestingEndsAt: now };
}

/** A vault in its window and the terms that it has there, as the rules take them; null outside of one. */
export function windowVault(
  stake: StakeJson,
  terms: Terms,
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
  // The window keeps the fees that were in force when it opened.
  const matured: Settings = { ...settingsAt(terms, endsAt), ...settingsIn(window) };
  // A pause has held the window open for as long as it is longer than others.
  const lost = at(restakeWindowEndTime) - after(endsAt, RESTAKE_WINDOW_MS);
  const pauses = lost > 0 ? [{ from: endsAt, to: after(endsAt, lost) }] : [];
  const history = [
    { from: endsAt, value: matured },
    { from: now, value: settingsAt(terms, now) },
    ...terms.settings.filter(({ from }) => from > now),
  ];
  return { vault, terms: { settings: history, pauses } };
}
