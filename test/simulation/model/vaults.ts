import { type Account, type Expected, PAUSED, type Vault, lmtItem, refused } from './account.ts';
import { MILLION, WEEK, inLmt, iso, lower, up } from './arithmetic.ts';
import { showStake } from './show-stake.ts';
import { type Moment, type Terms, apyAt, isPaused, settingsAt, windowEnd } from './terms.ts';
import { type Phase, phaseOf, restakeFee, rewardsAt, withdrawable } from './vault-figures.ts';

/** Updates every vault of a user to an instant: rewards at maturity, restake or release at the window's end. */
export function age(account: Account, terms: Terms, now: number): void {
  for (const vault of account.vaults) while (turn(account, vault, { terms, now }));
}

function turn(account: Account, vault: Vault, { terms, now }: Moment): boolean {
  if (vault.completedAt !== null || !vault.cycle) return false;
  if (!vault.matured) {
    if (now < vault.cycle.to) return false;
    vault.posted = rewardsAt(vault, vault.cycle.to);
    vault.offset = 0n;
    vault.earned += vault.posted;
    vault.matured = true;
    return true;
  }
  const closes = windowEnd(terms, vault.cycle.to);
  if (closes === null || now < closes) return false;
  if (vault.auto) newCycle(account, vault, { type: 'auto', terms, at: closes });
  else release(account, vault, { at: closes, note: null });
  return true;
}

function newCycle(
  account: Account,
  vault: Vault,
  { type, terms, at }: { type: 'manual' | 'auto'; terms: Terms; at: number },
): void {
  const fee = restakeFee(vault, terms, type);
  const all = vault.amount + vault.posted;
  account.items.push(lmtItem('restake', { at, amount: all, fee }));
  vault.amount = all - fee;
  vault.posted = 0n;
  vault.takenOut = 0n;
  vault.matured = false;
  vault.cycleNumber += 1;
  vault.cycle = { from: at, to: at + WEEK, apy: apyAt(terms, at) };
  vault.restaked = { type, fee, at };
}

/** Moves everything to the unstaked balance without a fee. */
export function release(
  account: Account,
  vault: Vault,
  { at, note }: { at: number; note: string | null },
): void {
  const all = vault.amount + vault.posted;
  account.items.push(lmtItem('withdraw', { at, amount: all, note }));
  account.unstaked += all;
  vault.amount = 0n;
  vault.posted = 0n;
  vault.offset = 0n;
  vault.completedAt = at;
  vault.released = note === null;
}

function outsideWindow(vault: Vault, phase: Exclude<Phase, 'window'>): Expected {
  switch (phase) {
    case 'vesting':
      return refused(409, 'VAULT_VESTING', { possibleAt: iso(vault.vestedAt) });
    case 'ready':
      return refused(409, 'VAULT_NOT_ACTIVATED', { possibleAt: iso(vault.vestedAt) });
    case 'running':
      return refused(409, 'VAULT_RUNNING', { possibleAt: iso(vault.cycle?.to ?? 0) });
    case 'completed':
      return refused(409, 'VAULT_COMPLETED');
  }
}

/** Object and time of an action. */
export interface OnVault extends Moment {
  readonly account: Account;
  readonly vault: Vault;
}

export function activate({ account, vault, terms, now }: OnVault): Expected {
  if (isPaused(terms, now)) return PAUSED;
  age(account, terms, now);
  const phase = phaseOf(vault, now);
  if (phase === 'completed') return refused(409, 'VAULT_COMPLETED');
  if (phase === 'vesting') return outsideWindow(vault, phase);
  if (phase !== 'ready') return refused(409, 'VAULT_ALREADY_ACTIVE');
  if (!vault.feeFinal) return refused(409, 'FEE_NOT_FINALIZED');
  vault.cycle = { from: now, to: now + WEEK, apy: apyAt(terms, now) };
  return { status: 200, body: showStake(vault, terms, now) };
}

export function restake({ account, vault, terms, now }: OnVault): Expected {
  if (isPaused(terms, now)) return PAUSED;
  age(account, terms, now);
  const phase = phaseOf(vault, now);
  if (phase !== 'window') return outsideWindow(vault, phase);
  newCycle(account, vault, { type: 'manual', terms, at: now });
  const paid = { netAmount: inLmt(vault.amount), fee: inLmt(vault.restaked?.fee ?? 0n) };
  return { status: 200, body: { ...showStake(vault, terms, now), ...paid } };
}

export function unstake({ account, vault, terms, now }: OnVault, amount: bigint): Expected {
  if (isPaused(terms, now)) return PAUSED;
  age(account, terms, now);
  const phase = phaseOf(vault, now);
  if (phase !== 'window') return outsideWindow(vault, phase);
  if (amount === 0n) return refused(422, 'AMOUNT_NOT_POSITIVE');
  const maximum = withdrawable(vault);
  if (amount > maximum) return refused(422, 'WITHDRAWAL_LIMIT', { maximum: inLmt(maximum) });
  const rate = settingsAt(terms, vault.cycle?.to ?? now).withdrawalFee ?? 0n;
  const fee = up(amount * rate, MILLION);
  const ofRewards = lower(amount, vault.posted);
  vault.posted -= ofRewards;
  vault.amount -= amount - ofRewards;
  vault.takenOut += amount;
  account.unstaked += amount - fee;
  account.items.push(lmtItem('withdraw', { at: now, amount, fee }));
  const paid = { withdrawn: inLmt(amount), fee: inLmt(fee), netAmount: inLmt(amount - fee) };
  return { status: 200, body: { ...showStake(vault, terms, now), ...paid } };
}

export function complete({ account, vault, terms, now }: OnVault): Expected {
  if (isPaused(terms, now)) return PAUSED;
  age(account, terms, now);
  const phase = phaseOf(vault, now);
  if (phase === 'window' && vault.auto) return refused(409, 'VAULT_AUTO_RESTAKES');
  if (phase === 'window') {
    const closes = windowEnd(terms, vault.cycle?.to ?? 0);
    return refused(409, 'VAULT_IN_WINDOW', { possibleAt: iso(closes ?? now) });
  }
  if (phase !== 'completed') return outsideWindow(vault, phase);
  return { status: 200, body: showStake(vault, terms, now) };
}

export function chooseAuto({ account, vault, terms, now }: OnVault, enabled: boolean): Expected {
  if (isPaused(terms, now)) return PAUSED;
  age(account, terms, now);
  if (vault.completedAt !== null) return refused(409, 'VAULT_COMPLETED');
  vault.auto = enabled;
  return { status: 200, body: showStake(vault, terms, now) };
}
