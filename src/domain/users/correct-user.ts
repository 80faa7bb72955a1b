import type { Change, HistoryItem } from '../base/change.ts';
import { type Journal, move, system, unstakedOf } from '../base/ledger.ts';
import { type Lmt, formatAmount, lmt, parseRequestAmount } from '../base/money.ts';
import { ownerItem } from '../base/owner-item.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, laterOf } from '../base/time.ts';
import { checkEntered } from '../bonds/supply.ts';
import type { Terms } from '../terms/terms.ts';
import type { Vault } from '../vaults/vault.ts';
import { catchUpAll, unstakedAfter } from '../vaults/vault-catch-up.ts';
import { type ScheduledVault, changedVaults } from '../vaults/vault-schedule.ts';
import { readUsername } from './username.ts';

export interface Adjustment {
  readonly direction: 'credit' | 'debit';
  readonly amount: Lmt;
  readonly reason: string | null;
}

/** Credits or debits a user's unstaked LMT, never below zero. */
export function adjustUser(
  {
    userId,
    unstaked,
    adjustment: { direction, amount, reason },
  }: { readonly userId: string; readonly unstaked: Lmt; readonly adjustment: Adjustment },
  now: Instant,
): Result<Change<Lmt>> {
  if (amount <= 0n) return refuse('AMOUNT_NOT_POSITIVE', { token: 'LMT' });
  if (direction === 'debit' && amount > unstaked) {
    return refuse('DEBIT_TOO_LARGE', { available: formatAmount('LMT', unstaked) });
  }
  const held = unstakedOf(userId);
  const adjusted = system('adjusted', 'LMT');
  const credits = direction === 'credit';
  const postings = credits ? move(adjusted, held, amount) : move(held, adjusted, amount);
  const next = lmt(credits ? unstaked + amount : unstaked - amount);
  return ok({
    next,
    journals: [{ kind: 'adjusted', at: now, userId, subject: userId, postings }],
    items: [
      ownerItem({
        type: credits ? 'bond' : 'withdraw',
        userId,
        subject: userId,
        amount,
        at: now,
        reason,
      }),
    ],
  });
}

/** Owner's correction of a user, as sent. */
export interface UserEditInput {
  readonly username?: string | undefined;
  readonly adjustment?:
    | { readonly direction: Adjustment['direction']; readonly amount: string }
    | undefined;
  readonly reason?: string | undefined;
}

/** Parsed correction, in units. */
export interface UserEdit {
  readonly username: string | null;
  readonly adjustment: Adjustment | null;
}

export function readUserEdit({ username, adjustment, reason }: UserEditInput): Result<UserEdit> {
  if (username === undefined && adjustment === undefined) {
    return refuse('MALFORMED', { issues: ['body: names nothing to change'] });
  }
  const name = username === undefined ? ok(null) : readUsername(username);
  if (!name.ok) return name;
  const named = { username: name.value };
  if (!adjustment) return ok({ ...named, adjustment: null });
  const amount = parseRequestAmount('LMT', adjustment.amount);
  if (!amount.ok) return amount;
  const { direction } = adjustment;
  return ok({ ...named, adjustment: { direction, amount: amount.value, reason: reason ?? null } });
}

export interface UserToCorrect {
  readonly id: string;
  readonly username: string;
  readonly unstaked: Lmt;
  /** Gross rewards of all vaults. */
  readonly earned: Lmt;
  readonly lastActivity: Instant | null;
  readonly vaults: readonly Vault[];
}

/** Changes by a correction, and the user after it. */
export interface CorrectedUser {
  readonly after: Pick<UserToCorrect, 'username' | 'unstaked' | 'earned' | 'lastActivity'>;
  readonly username?: string;
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly vaults: readonly ScheduledVault[];
}

/** Renames a user, or adjusts the unstaked LMT after the due changes of all vaults. */
export function correctUser(
  {
    user,
    edit: { username, adjustment },
  }: { readonly user: UserToCorrect; readonly edit: UserEdit },
  terms: Terms,
  now: Instant,
): Result<CorrectedUser> {
  const named = username === null ? {} : { username };
  const before = { ...user, ...named };
  if (!adjustment) {
    return ok({ ...named, after: before, journals: [], items: [], vaults: [] });
  }
  const possible = checkEntered({ name: 'amount', amount: adjustment.amount }, terms, now);
  if (!possible.ok && adjustment.direction === 'credit') return possible;
  const caught = catchUpAll(user.vaults, terms, now);
  const unstaked = unstakedAfter(user.id, user.unstaked, caught.journals);
  const adjusted = adjustUser({ userId: user.id, unstaked, adjustment }, now);
  if (!adjusted.ok) return adjusted;
  const items = [...caught.items, ...adjusted.value.items];
  return ok({
    ...named,
    after: {
      username: before.username,
      unstaked: adjusted.value.next,
      earned: lmt(user.earned + earnedOf(caught.next) - earnedOf(user.vaults)),
      lastActivity: items.reduce<Instant | null>(
        (last, { at }) => (last === null ? at : laterOf(last, at)),
        user.lastActivity,
      ),
    },
    journals: [...caught.journals, ...adjusted.value.journals],
    items,
    vaults: changedVaults(user.vaults, caught.next, terms),
  });
}

const earnedOf = (vaults: readonly Vault[]): bigint =>
  vaults.reduce((all, { totalRewardsEarned }) => all + totalRewardsEarned, 0n);

/** Burns the unstaked LMT of a deleted user. */
export function burnUnstaked(userId: string, unstaked: Lmt, now: Instant): Journal | null {
  if (unstaked === 0n) return null;
  const postings = move(unstakedOf(userId), system('adjusted', 'LMT'), unstaked);
  return { kind: 'adjusted', at: now, userId, subject: userId, postings };
}
