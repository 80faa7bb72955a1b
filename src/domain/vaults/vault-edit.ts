import { type Change, followedBy, unchanged } from '../base/change.ts';
import { journalsOf, move, type Posting, system, vaultAccount } from '../base/ledger.ts';
import { type Apy, type Lmt, lmt, sub } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { CYCLE_MS, type Terms, VESTING_MS, settingsAt } from '../terms/terms.ts';
import { type Instant, after } from '../base/time.ts';
import { checkEntered } from '../bonds/supply.ts';
import { currentApy } from '../terms/apy.ts';
import { fitsLedger, isWithinYear } from './vault-edit-range.ts';
import { type Vault, type VaultStatus, rewardsAt } from './vault.ts';
import { catchUp, complete, mature, vaultEvent } from './vault-catch-up.ts';
import { type BesideVault, type EditedVault, releasedBy, reopenVault } from './vault-reopen.ts';

/** Note of a history line for an edited amount or edited rewards. */
export const CORRECTED = 'Vault corrected by the owner';

/** Fields of a vault that the owner may set. */
export interface VaultEdit {
  readonly amount?: Lmt;
  readonly status?: VaultStatus;
  readonly cycleNumber?: number;
  readonly rewardsAccrued?: Lmt;
  readonly autoRestake?: boolean;
  readonly startsAt?: Instant;
  readonly endsAt?: Instant;
  /** State that the edit was based on, and when it was read. */
  readonly read?: { readonly version: string; readonly at: Instant };
}

/** Facts for an edit. */
export interface VaultToEdit extends BesideVault {
  readonly vault: Vault;
  /** LMT that its completion released to the unstaked balance; 0 while it is open. */
  readonly released: Lmt;
  /** Version of the state that the owner is shown now. */
  readonly version: string;
}

/**
 * Applies the owner's correction of a vault. A changed amount is issued or burned. Rewards become an offset
 * to the computed figure, or are corrected if posted. `completed` releases without a fee, and `vesting`
 * restarts the 24 hours. A completed vault that is reopened takes its LMT back. An edit of an outdated state
 * is refused.
 */
export function editVault(
  { facts, asked }: { readonly facts: VaultToEdit; readonly asked: VaultEdit },
  terms: Terms,
  now: Instant,
): Result<EditedVault> {
  if (asked.read && asked.read.version !== facts.version) return refuse('VAULT_CHANGED');
  const caught = catchUp(facts.vault, terms, now);
  const edit = changesIn(asked, caught.next, now);
  if (edit.cycleNumber !== undefined && edit.cycleNumber < 1) {
    return refuse('SETTING_OUT_OF_RANGE', { name: 'cycleNumber', allowed: 'at least 1' });
  }
  for (const name of ['amount', 'rewardsAccrued'] as const) {
    const possible = checkEntered({ name, amount: edit[name] ?? lmt(0n) }, terms, now);
    if (!possible.ok) return possible;
  }
  if (caught.next.status !== 'completed') {
    return editOpen({ before: { ...caught, others: facts.others }, edit }, terms, now);
  }
  if ((edit.status ?? 'completed') === 'completed') {
    return editCompleted({ ...caught, others: facts.others }, edit, now);
  }
  return editReopened({ facts, caught, edit }, terms, now);
}

function editReopened(
  {
    facts,
    caught,
    edit: { amount = releasedBy(facts.vault, facts.released, caught), ...edit },
  }: { readonly facts: VaultToEdit; readonly caught: Change<Vault>; readonly edit: VaultEdit },
  terms: Terms,
  now: Instant,
): Result<EditedVault> {
  const reopened = reopenVault({ caught, beside: { ...facts, amount } }, terms, now);
  if (!reopened.ok) return reopened;
  const edited = editOpen({ before: reopened.value, edit }, terms, now);
  if (!edited.ok) return edited;
  const { status, cycleNumber } = edited.value.next;
  const isSameCycle = cycleNumber === (edit.cycleNumber ?? caught.next.cycleNumber);
  // The new contents cannot have been unstaked or restaked before.
  if (status !== 'completed' && isSameCycle) return edited;
  const allowed = 'less than 24 hours ago, or ahead';
  return refuse('SETTING_OUT_OF_RANGE', { name: 'vaultEndTime', allowed });
}

/** Returns the submitted fields that differ from the state read; all others stay unchanged. */
function changesIn({ read, ...asked }: VaultEdit, vault: Vault, now: Instant): VaultEdit {
  const { amount, rewardsAccrued, startsAt, endsAt, ...rest } = asked;
  const rewards = rewardsAt(vault, read?.at ?? now);
  return {
    ...rest,
    ...(read === undefined ? {} : { read }),
    ...(amount === undefined || amount === vault.amount ? {} : { amount }),
    ...(rewardsAccrued === undefined || rewardsAccrued === rewards ? {} : { rewardsAccrued }),
    ...(startsAt === undefined || startsAt === vault.cycle?.startsAt ? {} : { startsAt }),
    ...(endsAt === undefined || endsAt === vault.cycle?.endsAt ? {} : { endsAt }),
  };
}

type Span = { readonly startsAt: Instant; readonly endsAt: Instant };

/** Returns the cycle's span after an edit. */
function spanOf({ cycle }: Vault, edit: VaultEdit, now: Instant): Result<Span> {
  for (const [name, at] of [
    ['vaultStartTime', edit.startsAt],
    ['vaultEndTime', edit.endsAt],
  ] as const) {
    if (at !== undefined && !isWithinYear(at, now)) {
      return refuse('SETTING_OUT_OF_RANGE', { name, allowed: 'within 365 days of now' });
    }
  }
  const startsAt = edit.startsAt ?? cycle?.startsAt ?? now;
  const endsAt = edit.endsAt ?? cycle?.endsAt ?? after(startsAt, CYCLE_MS);
  if (endsAt > startsAt) return ok({ startsAt, endsAt });
  return refuse('SETTING_OUT_OF_RANGE', { name: 'vaultEndTime', allowed: 'after vaultStartTime' });
}

function editOpen(
  { before, edit }: { readonly before: EditedVault; readonly edit: VaultEdit },
  terms: Terms,
  now: Instant,
): Result<EditedVault> {
  const { next, others } = before;
  const span = spanOf(next, edit, now);
  if (!span.ok) return span;
  const timed = followedBy(before, setTimes({ vault: next, edit, span: span.value }, terms, now));
  if (!next.cycle && !timed.next.cycle && (edit.rewardsAccrued ?? 0n) > 0n) {
    const allowed = '0 while the vault is vesting';
    return refuse('SETTING_OUT_OF_RANGE', { name: 'rewardsAccrued', allowed });
  }
  const kept = checkVoid({ before: next, timed: timed.next }, edit, now);
  if (!kept.ok) return kept;
  const valued = followedBy(timed, setAmounts(timed.next, edit, now));
  // A cycle moved past its end matures immediately.
  const ended =
    edit.status === 'completed' ? completeNow(valued.next, now) : catchUp(valued.next, terms, now);
  const edited = followedBy(valued, ended);
  if (fitsLedger(edited)) return ok({ ...edited, others });
  return refuse('AMOUNT_OUT_OF_RANGE', { token: 'LMT' });
}

const isRunning = ({ cycle, matured }: Vault, now: Instant): boolean =>
  cycle !== null && !matured && now < cycle.endsAt;

/**
 * Refuses new rewards for a cycle that the same edit breaks off, because they would be void like those
 * accrued. Without the state that was read, any value up to the accrued rewards may be an earlier reading.
 */
function checkVoid(
  { before, timed }: { readonly before: Vault; readonly timed: Vault },
  { status, rewardsAccrued = lmt(0n), read }: VaultEdit,
  now: Instant,
): Result<null> {
  const breaksOff =
    (status === 'vesting' && before.cycle !== null) ||
    (status === 'completed' && isRunning(timed, now));
  const isNew = rewardsAccrued > (read ? 0n : rewardsAt(before, now));
  if (!breaksOff || !isNew) return ok(null);
  const allowed = '0, or as it was, when the cycle is broken off: its rewards are void';
  return refuse('SETTING_OUT_OF_RANGE', { name: 'rewardsAccrued', allowed });
}

/** Completes a vault. A cycle that has ended keeps its rewards; those of a running cycle are void. */
function completeNow(vault: Vault, now: Instant): Change<Vault> {
  const { cycle, matured } = vault;
  const isOver = cycle !== null && !matured && !isRunning(vault, now);
  const whole = isOver ? mature(vault, cycle.endsAt) : unchanged(vault);
  return followedBy(whole, complete(whole.next, now, { note: 'Completed by the owner' }));
}

/** Edits a vault that stays completed and so holds no LMT; its other fields can be corrected. */
function editCompleted(before: EditedVault, edit: VaultEdit, now: Instant): Result<EditedVault> {
  const { next } = before;
  for (const name of ['amount', 'rewardsAccrued'] as const) {
    if (edit[name] !== undefined) {
      return refuse('SETTING_OUT_OF_RANGE', { name, allowed: '0 while the vault is completed' });
    }
  }
  const span = spanOf(next, edit, now);
  if (!span.ok) return span;
  return ok({
    ...before,
    next: {
      ...next,
      cycleNumber: edit.cycleNumber ?? next.cycleNumber,
      autoRestake: edit.autoRestake ?? next.autoRestake,
      cycle: next.cycle && { ...next.cycle, ...span.value },
    },
  });
}

/** Sets status, cycle and their times. */
function setTimes(
  {
    vault,
    edit,
    span: { startsAt, endsAt },
  }: { readonly vault: Vault; readonly edit: VaultEdit; readonly span: Span },
  terms: Terms,
  now: Instant,
): Change<Vault> {
  const same = {
    ...vault,
    cycleNumber: edit.cycleNumber ?? vault.cycleNumber,
    autoRestake: edit.autoRestake ?? vault.autoRestake,
  };
  if (edit.status === 'vesting' && vault.status !== 'vesting') return toVesting(same, now);
  const activates = edit.status === 'active' && !vault.cycle;
  const moved = edit.startsAt !== undefined || edit.endsAt !== undefined;
  if (!activates && !(moved && vault.cycle)) return { next: same, journals: [], items: [] };
  const apy: Apy = vault.cycle?.apy ?? currentApy(settingsAt(terms, startsAt));
  const next: Vault = { ...same, status: 'active', cycle: { startsAt, endsAt, apy } };
  const reopened = vault.matured && endsAt > now;
  if (!reopened) return { next, journals: [], items: [] };
  const running = unpost(next, now);
  const isNewTime = vault.cycle !== null && startsAt >= vault.cycle.endsAt;
  if (isNewTime) return running;
  // Unstaked rewards are not earned again, and the cap is not granted again.
  const { withdrawn } = vault;
  return { ...running, next: { ...running.next, withdrawn, rewardsOffset: -withdrawn } };
}

/** Restarts vesting for 24 hours from now. Rewards of the interrupted cycle are void. */
function toVesting(vault: Vault, now: Instant): Change<Vault> {
  const cleared = unpost(vault, now);
  return {
    ...cleared,
    next: {
      ...cleared.next,
      status: 'vesting',
      cycle: null,
      vestingStartsAt: now,
      vestingEndsAt: after(now, VESTING_MS),
    },
  };
}

/** Reverses the posted rewards of a cycle that runs (or vests) again. */
function unpost(vault: Vault, now: Instant): Change<Vault> {
  const next: Vault = {
    ...vault,
    matured: false,
    postedRewards: lmt(0n),
    rewardsOffset: 0n,
    withdrawn: lmt(0n),
    totalRewardsEarned: sub(vault.totalRewardsEarned, vault.postedRewards),
  };
  const postings = move(vaultAccount(vault.id), system('rewards', 'LMT'), vault.postedRewards);
  return { next, journals: journalsOf(vault, { kind: 'reversed', at: now, postings }), items: [] };
}

/** Sets principal and rewards. The difference is issued or burned as the owner's adjustment. */
function setAmounts(vault: Vault, edit: VaultEdit, now: Instant): Change<Vault> {
  let next = vault;
  let difference = 0n;
  if (edit.amount !== undefined) {
    difference += edit.amount - vault.amount;
    next = { ...next, amount: edit.amount };
  }
  if (edit.rewardsAccrued !== undefined && next.matured) {
    const more = edit.rewardsAccrued - vault.postedRewards;
    difference += more;
    // Applied like an offset at maturity, so that reversing the rewards never leaves a negative amount.
    const totalRewardsEarned = lmt(vault.totalRewardsEarned + more);
    next = { ...next, postedRewards: edit.rewardsAccrued, totalRewardsEarned };
  } else if (edit.rewardsAccrued !== undefined && next.cycle) {
    const computed = rewardsAt({ ...next, rewardsOffset: 0n }, now);
    next = { ...next, rewardsOffset: edit.rewardsAccrued - computed };
  }
  if (difference === 0n) return { next, journals: [], items: [] };
  const type = difference > 0n ? 'bond' : 'withdraw';
  const amount = lmt(difference > 0n ? difference : -difference);
  const postings = correction(vault, difference > 0n, amount);
  const adjusted = { kind: 'adjusted', type, at: now, amount, postings, note: CORRECTED } as const;
  return { next, ...vaultEvent(vault, adjusted) };
}

function correction(vault: Vault, adds: boolean, size: Lmt): Posting[] {
  const held = vaultAccount(vault.id);
  const adjusted = system('adjusted', 'LMT');
  return adds ? move(adjusted, held, size) : move(held, adjusted, size);
}

/**
 * Deletes a vault: amount and posted rewards return to the unstaked balance, and accruing rewards are void.
 */
export function deleteVault(vault: Vault, terms: Terms, now: Instant): Change<Vault> {
  const caught = catchUp(vault, terms, now);
  if (caught.next.status === 'completed') return caught;
  return followedBy(caught, complete(caught.next, now, { note: 'Vault deleted by the owner' }));
}
