import { type Change, followedBy } from '../base/change.ts';
import { feeAccount, move, unstakedOf, vaultAccount } from '../base/ledger.ts';
import { type Lmt, add, formatAmount, min, rate, sub, takeFee } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Settings } from '../terms/settings.ts';
import { type Terms, UNSTAKES_MAX, settingsAt } from '../terms/terms.ts';
import { type Instant, iso } from '../base/time.ts';
import { type Vault, outsideWindow, phaseAt, windowEndsAt, withdrawable } from './vault.ts';
import { catchUp, newCycle, vaultEvent } from './vault-catch-up.ts';

/** Returns the settings of an open window: those in force when the vault matured. */
function windowSettings(vault: Vault, terms: Terms, now: Instant): Settings {
  return settingsAt(terms, vault.cycle?.endsAt ?? now);
}

/** Returns a caught-up vault in its window, or the reason why it is not in one. */
function openWindow(vault: Vault, terms: Terms, now: Instant): Result<Change<Vault>> {
  const caught = catchUp(vault, terms, now);
  const phase = phaseAt(caught.next, terms, now);
  return phase === 'window' ? ok(caught) : outsideWindow(caught.next, phase);
}

/** Returns fee and net of a manual restake: the fee is on principal plus rewards. */
export function restakePreview(vault: Vault, terms: Terms, now: Instant): { fee: Lmt; net: Lmt } {
  const total = add(vault.amount, vault.postedRewards);
  return takeFee(total, windowSettings(vault, terms, now).restakeFee);
}

/** Returns fee and net of an automatic restake: the fee is only on the rewards. */
export function autoRestakePreview(
  vault: Vault,
  terms: Terms,
  now: Instant,
): { fee: Lmt; net: Lmt } {
  const { restakeFee } = windowSettings(vault, terms, now);
  const { fee } = takeFee(vault.postedRewards, restakeFee);
  return { fee, net: sub(add(vault.amount, vault.postedRewards), fee) };
}

/** Restakes a matured vault manually: a new cycle from now. */
export function restake(vault: Vault, terms: Terms, now: Instant): Result<Change<Vault>> {
  const open = openWindow(vault, terms, now);
  if (!open.ok) return open;
  const caught = open.value;
  const { fee } = restakePreview(caught.next, terms, now);
  return ok(
    followedBy(caught, newCycle({ vault: caught.next, type: 'manual', fee, at: now }, terms)),
  );
}

/**
 * Takes part of a matured vault out, rewards first, up to the cap of the whole window.
 *
 * @param unstakes number of earlier unstakes in this window
 */
export function unstake(
  {
    vault,
    amount,
    unstakes = 0,
  }: { readonly vault: Vault; readonly amount: Lmt; readonly unstakes?: number },
  terms: Terms,
  now: Instant,
): Result<Change<Vault>> {
  const open = openWindow(vault, terms, now);
  if (!open.ok) return open;
  const caught = open.value;
  if (amount <= 0n) return refuse('AMOUNT_NOT_POSITIVE', { token: 'LMT' });
  const maximum = withdrawable(caught.next);
  if (amount > maximum) {
    return refuse('WITHDRAWAL_LIMIT', { maximum: formatAmount('LMT', maximum) });
  }
  if (unstakes >= UNSTAKES_MAX)
    return refuse('TOO_OFTEN', { most: UNSTAKES_MAX, possibleAt: null });
  return ok(followedBy(caught, takeOut({ vault: caught.next, amount }, terms, now)));
}

/** Returns fee and net of an unstake in the open window; free if no withdrawal fee was set at maturity. */
export function unstakePreview(
  { vault, amount }: { readonly vault: Vault; readonly amount: Lmt },
  terms: Terms,
  now: Instant,
): { fee: Lmt; net: Lmt } {
  return takeFee(amount, windowSettings(vault, terms, now).withdrawalFee ?? rate(0n));
}

function takeOut(
  { vault, amount }: { readonly vault: Vault; readonly amount: Lmt },
  terms: Terms,
  now: Instant,
): Change<Vault> {
  const fromRewards = min(amount, vault.postedRewards);
  const { fee, net } = unstakePreview({ vault, amount }, terms, now);
  const next: Vault = {
    ...vault,
    postedRewards: sub(vault.postedRewards, fromRewards),
    amount: sub(vault.amount, sub(amount, fromRewards)),
    withdrawn: add(vault.withdrawn, amount),
  };
  const source = vaultAccount(vault.id);
  const postings = [
    ...move(source, unstakedOf(vault.userId), net),
    ...move(source, feeAccount('fee.unstake'), fee),
  ];
  const unstaked = { kind: 'unstaked', type: 'withdraw', at: now, amount, postings } as const;
  return { next, ...vaultEvent(vault, unstaked) };
}

/**
 * Completes a vault past its window with auto-restake off, before the sweep does. Changes nothing if
 * repeated.
 */
export function completeVault(vault: Vault, terms: Terms, now: Instant): Result<Change<Vault>> {
  const caught = catchUp(vault, terms, now);
  if (caught.next.status === 'completed') return ok(caught);
  const phase = phaseAt(caught.next, terms, now);
  if (phase === 'window' && vault.autoRestake) return refuse('VAULT_AUTO_RESTAKES');
  if (phase === 'window') {
    const closes = windowEndsAt(caught.next, terms);
    return refuse('VAULT_IN_WINDOW', { possibleAt: iso(closes ?? now) });
  }
  return outsideWindow(caught.next, phase);
}

/** Sets auto-restake; possible until the window ends. */
export function chooseAutoRestake(
  { vault, enabled }: { readonly vault: Vault; readonly enabled: boolean },
  terms: Terms,
  now: Instant,
): Result<Change<Vault>> {
  const caught = catchUp(vault, terms, now);
  if (caught.next.status === 'completed') return refuse('VAULT_COMPLETED');
  return ok({ ...caught, next: { ...caught.next, autoRestake: enabled } });
}
