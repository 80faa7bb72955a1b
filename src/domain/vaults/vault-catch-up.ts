import { type Change, type HistoryItem, followedBy, unchanged } from '../base/change.ts';
import {
  type Journal,
  accountKey,
  balancesAfter,
  feeAccount,
  feesIn,
  journalsOf,
  move,
  system,
  unstakedOf,
  vaultAccount,
} from '../base/ledger.ts';
import { type Lmt, type Token, add, lmt, sub, takeFee } from '../base/money.ts';
import { CYCLE_MS, RESTAKE_WINDOW_MS, type Terms, settingsAt } from '../terms/terms.ts';
import { type Instant, after } from '../base/time.ts';
import { currentApy } from '../terms/apy.ts';
import { type RestakeType, type Vault, rewardsAt, windowEndsAt } from './vault.ts';

/**
 * Returns the vault at `now`, with all due entries: rewards posted at each maturity, and a restake or release
 * at each window's end, each at its own instant. A late call gives the same result as punctual ones, to the
 * unit.
 */
export function catchUp(vault: Vault, terms: Terms, now: Instant): Change<Vault> {
  let change = unchanged(vault);
  for (;;) {
    const step = nextStep(change.next, terms, now);
    if (!step) return change;
    change = followedBy(change, step);
  }
}

/**
 * Returns the instant at which a vault next changes by itself; null if there is none (vesting, extended by a
 * pause, completed).
 */
export function dueAt(vault: Vault, terms: Terms): Instant | null {
  if (vault.status === 'completed' || !vault.cycle) return null;
  return vault.matured ? windowEndsAt(vault, terms) : vault.cycle.endsAt;
}

/**
 * Returns when the sweep checks a vault next: when it is due, or during a pause, when its window would have
 * closed.
 */
export function sweepAt(vault: Vault, terms: Terms): Instant | null {
  if (vault.status === 'completed' || !vault.cycle) return null;
  return dueAt(vault, terms) ?? after(vault.cycle.endsAt, RESTAKE_WINDOW_MS);
}

/** Returns all vaults of a user at `now`, with the due entries. */
export function catchUpAll(
  vaults: readonly Vault[],
  terms: Terms,
  now: Instant,
): Change<readonly Vault[]> {
  const changes = vaults.map((vault) => catchUp(vault, terms, now));
  return {
    next: changes.map(({ next }) => next),
    journals: changes.flatMap(({ journals }) => journals),
    items: changes.flatMap(({ items }) => items),
  };
}

/** Returns a user's unstaked balance after some entries. */
export function unstakedAfter(userId: string, unstaked: Lmt, journals: readonly Journal[]): Lmt {
  const key = accountKey(unstakedOf(userId));
  return lmt(unstaked + (balancesAfter(journals).get(key) ?? 0n));
}

function nextStep(vault: Vault, terms: Terms, now: Instant): Change<Vault> | null {
  const due = dueAt(vault, terms);
  if (due === null || now < due) return null;
  if (!vault.matured) return mature(vault, due);
  return vault.autoRestake ? autoRestake(vault, terms, due) : complete(vault, due, 'window');
}

/** Posts the rewards of a finished cycle to the vault. */
export function mature(vault: Vault, at: Instant): Change<Vault> {
  const rewards = rewardsAt(vault, at);
  const next: Vault = {
    ...vault,
    matured: true,
    postedRewards: rewards,
    rewardsOffset: 0n,
    totalRewardsEarned: add(vault.totalRewardsEarned, rewards),
  };
  const postings = move(system('rewards', 'LMT'), vaultAccount(vault.id), rewards);
  return { next, journals: journalsOf(vault, { kind: 'matured', at, postings }), items: [] };
}

/** Restakes at the window's end with auto-restake on. The fee is taken only from the rewards. */
function autoRestake(vault: Vault, terms: Terms, at: Instant): Change<Vault> {
  const matured = vault.cycle?.endsAt ?? at;
  const { fee } = takeFee(vault.postedRewards, settingsAt(terms, matured).restakeFee);
  return newCycle({ vault, type: 'auto', fee, at }, terms);
}

/**
 * Completes a vault: all its LMT goes to the unstaked balance, without a fee. Called at the window's end with
 * auto-restake off, or by the owner with a note.
 */
export function complete(
  vault: Vault,
  at: Instant,
  by: 'window' | { readonly note: string },
): Change<Vault> {
  const total = add(vault.amount, vault.postedRewards);
  const next: Vault = {
    ...vault,
    status: 'completed',
    amount: lmt(0n),
    postedRewards: lmt(0n),
    rewardsOffset: 0n,
    completedAt: at,
    released: by === 'window',
  };
  const note = by === 'window' ? null : by.note;
  const postings = move(vaultAccount(vault.id), unstakedOf(vault.userId), total);
  return {
    next,
    ...vaultEvent(vault, { kind: 'released', type: 'withdraw', at, amount: total, postings, note }),
  };
}

/** Folds principal and rewards, less the fee, into a new cycle that starts at `at`. */
export function newCycle(
  {
    vault,
    type,
    fee,
    at,
  }: { readonly vault: Vault; readonly type: RestakeType; readonly fee: Lmt; readonly at: Instant },
  terms: Terms,
): Change<Vault> {
  const total = add(vault.amount, vault.postedRewards);
  const next: Vault = {
    ...vault,
    amount: sub(total, fee),
    postedRewards: lmt(0n),
    rewardsOffset: 0n,
    withdrawn: lmt(0n),
    matured: false,
    cycleNumber: vault.cycleNumber + 1,
    cycle: {
      startsAt: at,
      endsAt: after(at, CYCLE_MS),
      apy: currentApy(settingsAt(terms, at)),
    },
    lastRestake: { type, fee, at },
  };
  const postings = move(vaultAccount(vault.id), feeAccount('fee.restake'), fee);
  const restaked = { kind: 'restaked', type: 'restake', at, amount: total, postings } as const;
  return { next, ...vaultEvent(vault, restaked) };
}

/** Event of a vault: its journal, and the fields of its history line. */
interface VaultEvent extends Pick<Journal, 'kind' | 'at' | 'postings'> {
  readonly type: HistoryItem['type'];
  readonly amount: Lmt;
  readonly feeToken?: Token;
  readonly hash?: string | null;
  readonly note?: string | null;
}

/**
 * Builds the journal and the completed history line of one event. The line's fee is the amount that the
 * postings charge.
 */
export function vaultEvent(
  { id, userId }: Pick<Vault, 'id' | 'userId'>,
  { kind, type, at, amount, postings, feeToken = 'LMT', hash = null, note = null }: VaultEvent,
): Pick<Change<Vault>, 'journals' | 'items'> {
  const line: HistoryItem = {
    type,
    userId,
    subject: id,
    at,
    amount,
    token: 'LMT',
    fee: feesIn(postings, feeToken),
    feeToken,
    status: 'completed',
    hash,
    note,
  };
  return { journals: journalsOf({ id, userId }, { kind, at, postings }), items: [line] };
}
