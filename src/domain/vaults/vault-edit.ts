import { type Change, followedBy } from '../base/change.ts';
import { move, type Posting, system, vaultAccount } from '../base/ledger.ts';
import { type Apy, type Lmt, lmt, sub } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { CYCLE_MS, type Terms, VESTING_MS, settingsAt } from '../terms/terms.ts';
import { type Instant, after } from '../base/time.ts';
import { currentApy } from '../terms/apy.ts';
import { type Vault, type VaultStatus, rewardsAt } from './vault.ts';
import { catchUp, complete, item, journal } from './vault-catch-up.ts';

/** The note of a line that tells of a vault's amount or rewards set otherwise. */
export const CORRECTED = 'Vault corrected by the owner';

/** What the owner may set on a vault. */
export interface VaultEdit {
  readonly amount?: Lmt;
  readonly status?: VaultStatus;
  readonly cycleNumber?: number;
  readonly rewardsAccrued?: Lmt;
  readonly autoRestake?: boolean;
  readonly startsAt?: Instant;
  readonly endsAt?: Instant;
}

/**
 * The owner's correction of a vault: a change of amount is issued or burned, rewards become an offset
 * to the computed figure (or are corrected where posted), `completed` releases without fee, `vesting`
 * restarts the 24 hours.
 */
export function editVault(
  vault: Vault,
  edit: VaultEdit,
  terms: Terms,
  now: Instant,
): Result<Change<Vault>> {
  const caught = catchUp(vault, terms, now);
  if (caught.next.status === 'completed') return refuse('VAULT_COMPLETED');
  const { startsAt, endsAt } = edit;
  const { next } = caught;
  const from = startsAt ?? next.cycle?.startsAt ?? now;
  const until = endsAt ?? next.cycle?.endsAt ?? after(from, CYCLE_MS);
  if (until <= from) {
    return refuse('SETTING_OUT_OF_RANGE', {
      name: 'vaultEndTime',
      allowed: 'after vaultStartTime',
    });
  }
  if (edit.cycleNumber !== undefined && edit.cycleNumber < 1) {
    return refuse('SETTING_OUT_OF_RANGE', { name: 'cycleNumber', allowed: 'at least 1' });
  }
  const timed = followedBy(caught, setTimes(next, edit, from, until, terms, now));
  const valued = followedBy(timed, setAmounts(timed.next, edit, now));
  // A cycle that was moved past its end matures at once.
  if (edit.status !== 'completed') {
    return ok(followedBy(valued, catchUp(valued.next, terms, now)));
  }
  return ok(followedBy(valued, complete(valued.next, now, { note: 'Completed by the owner' })));
}

/** Status, cycle and their times. */
function setTimes(
  vault: Vault,
  edit: VaultEdit,
  startsAt: Instant,
  endsAt: Instant,
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
  return reopened ? unpost(next, now) : { next, journals: [], items: [] };
}

/** Back to vesting for 24 hours from now; rewards of the broken-off cycle are void. */
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

/** Takes posted rewards of a cycle that is running (or vesting) again out of the vault. */
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
  return { next, journals: journal('adjusted', vault, now, postings), items: [] };
}

/** Principal and rewards; the difference is issued or burned as the owner's adjustment. */
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
    // As an offset would have been at maturity, so that taking the rewards back never leaves less than none.
    const totalRewardsEarned = lmt(vault.totalRewardsEarned + more);
    next = { ...next, postedRewards: edit.rewardsAccrued, totalRewardsEarned };
  } else if (edit.rewardsAccrued !== undefined) {
    const computed = rewardsAt({ ...next, rewardsOffset: 0n }, now);
    next = { ...next, rewardsOffset: edit.rewardsAccrued - computed };
  }
  if (difference === 0n) return { next, journals: [], items: [] };
  const note = CORRECTED;
  const type = difference > 0n ? 'bond' : 'withdraw';
  const size = lmt(difference > 0n ? difference : -difference);
  return {
    next,
    journals: journal('adjusted', vault, now, correction(vault, difference > 0n, size)),
    items: [{ ...item(type, vault, now, size, lmt(0n)), note }],
  };
}

function correction(vault: Vault, adds: boolean, size: Lmt): Posting[] {
  const held = vaultAccount(vault.id);
  const adjusted = system('adjusted', 'LMT');
  return adds ? move(adjusted, held, size) : move(held, adjusted, size);
}

/** The owner deletes a vault: amount and posted rewards return to unstaked, accruing ones are void. */
export function deleteVault(vault: Vault, terms: Terms, now: Instant): Change<Vault> {
  const caught = catchUp(vault, terms, now);
  if (caught.next.status === 'completed') return caught;
  return followedBy(caught, complete(caught.next, now, { note: 'Vault deleted by the owner' }));
}
