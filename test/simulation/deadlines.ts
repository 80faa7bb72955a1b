import {
  activateAction,
  claimAction,
  completeAction,
  restakeAction,
  sellAction,
  toggleAction,
  unstakeAction,
} from './user-actions.ts';
import type { Life } from './life.ts';
import type { Account } from './model/account.ts';
import { DAY, HOUR, WEEK } from './model/arithmetic.ts';
import { isPaused, windowEnd } from './model/terms.ts';
import { age } from './model/vaults.ts';
import { setPaused } from './owner-actions.ts';
import type { Random } from './random.ts';

/** Instant from which, or until which, a user can act. */
interface Deadline {
  readonly account: Account;
  /** Kinds are picked evenly, however rare. */
  readonly kind: 'bond' | 'vesting' | 'maturity' | 'window' | 'period' | 'retry' | 'cap';
  readonly at: number;
  /** Actions to try around the instant. */
  readonly act: (life: Life) => Promise<void>;
}

/** How far ahead a deadline may be. */
const HORIZON_MS = 2 * HOUR;
/** Distances from the deadline at which the user tries, in order. */
const TRIES_MS = [-HOUR, -1, 0] as const;
/** Longest pause around a deadline. */
const PAUSE_MS_MAX = 3 * HOUR;

/** A deadline of any user that comes up within two hours; null if there is none. */
export function nextDeadline(life: Life, from: number): Deadline | null {
  const near = life
    .everybody()
    .flatMap((account) => deadlinesOf(life, account))
    .filter(({ at }) => at > from && at < from + HORIZON_MS);
  if (near.length === 0) return null;
  const kind = life.random.pick([...new Set(near.map((each) => each.kind))]);
  return life.random.pick(near.filter((each) => each.kind === kind));
}

/** Acts an hour before the deadline, a millisecond before it, and at it, or only at the last. */
export async function visit(life: Life, deadline: Deadline): Promise<void> {
  const { account, kind, at, act } = deadline;
  const { random, terms } = life;
  const isOfWindow = kind === 'maturity' || kind === 'window';
  if (isOfWindow && !isPaused(terms, life.now) && random.chance(0.2)) {
    await visitPaused(life, deadline);
    return;
  }
  for (const offset of TRIES_MS.slice(random.below(TRIES_MS.length))) {
    if (at + offset < life.now) continue;
    await life.world.pass(at + offset - life.now);
    await act(life);
    await life.check(account);
  }
}

/** Pauses before the deadline and resumes after it, which moves the window's end. */
async function visitPaused(life: Life, { account, at, act }: Deadline): Promise<void> {
  const { random } = life;
  await life.world.pass(random.below(at - life.now));
  await setPaused(life, true);
  await life.world.pass(at - life.now);
  await act(life);
  await life.world.pass(1 + random.below(PAUSE_MS_MAX));
  await setPaused(life, false);
  await life.check(account);
}

function deadlinesOf(life: Life, account: Account): Deadline[] {
  const { terms, now } = life;
  age(account, terms, now);
  return [...bondDeadlines(account), ...vaultDeadlines(life, account), ...sellDeadlines(account)];
}

const bondDeadlines = (account: Account): Deadline[] =>
  account.bonds.flatMap((bond) => {
    const { id, deleted, status, startsAt } = bond;
    if (id === null || deleted || status !== 'confirmed' || startsAt === null) return [];
    const act = (life: Life): Promise<void> => claimAction(life, account, bond);
    return [{ account, kind: 'bond', at: startsAt + DAY, act } as const];
  });

const ofWindow = (random: Random) =>
  random.pick([restakeAction, unstakeAction, completeAction, toggleAction]);

const vaultDeadlines = ({ terms }: Life, account: Account): Deadline[] =>
  account.vaults.flatMap((vault): Deadline[] => {
    const { id, completedAt, cycle, vestedAt } = vault;
    if (id === '' || completedAt !== null) return [];
    if (!cycle) {
      const act = (life: Life): Promise<void> => activateAction(life, account, vault);
      return [{ account, kind: 'vesting', at: vestedAt, act }];
    }
    const act = (life: Life): Promise<void> => ofWindow(life.random)(life, account, vault);
    const closes = windowEnd(terms, cycle.to);
    return [
      { account, kind: 'maturity', at: cycle.to, act },
      ...(closes === null ? [] : [{ account, kind: 'window', at: closes, act } as const]),
    ];
  });

function sellDeadlines(account: Account): Deadline[] {
  const act = (life: Life): Promise<void> => sellAction(life, account);
  const { period, sells } = account;
  const decided = sells.flatMap(({ status, reviewedAt }): Deadline[] => {
    if (reviewedAt === null) return [];
    if (status === 'rejected') return [{ account, kind: 'retry', at: reviewedAt + DAY, act }];
    return status === 'cancelled' ? [{ account, kind: 'cap', at: reviewedAt + WEEK, act }] : [];
  });
  if (period.startedAt === null) return decided;
  return [...decided, { account, kind: 'period', at: period.startedAt + WEEK, act }];
}
