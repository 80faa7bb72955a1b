import {
  type IdempotencyKey,
  IdempotencyKeyLost,
  currentIdempotencyKey,
} from '../base/idempotency-key.ts';
import { appendLog } from '../ledger/admin-log.ts';
import { type Database, type Session, isUniqueViolation } from '../db/database.ts';
import type { Rules, RulesCache } from '../terms/terms.ts';
import { Batches } from '../db/batches.ts';
import { ZERO_ID as NOBODY } from '../db/ids.ts';
import { DUE_BATCH, type Due, type DueWork, type WriteClock, commitDueWork } from './due-writes.ts';
import type { Facts, DecisionContext } from './facts.ts';
import { holdsKey } from './idempotency.ts';
import { type RowLocks, holds, lockRows } from './row-locks.ts';
import { type Changes, type Decision, type Plan, planOf } from './plan.ts';
import { type SupplyFacts, SupplyRounds, type SupplyWrite } from './supply-rounds.ts';
import { writePlan, writePlans } from './write-plans.ts';

/** Write: its facts, its decision and its locks. */
export interface Write<Key, Found extends DecisionContext, Answer> {
  readonly facts: Facts<Key, Found>;
  readonly key: Key;
  /**
   * Locks held from before the facts are read until the plan is written. A write without locks is decided on
   * a version of the user, and written if that version is still current.
   */
  readonly locks?: RowLocks;
  /**
   * Returns the locks that an optimistic plan needs, or null. If it needs locks, facts are read and decided
   * again under these locks.
   */
  readonly locksFor?: (plan: Changes, found: Found) => RowLocks | null;
  /** Pure, because it may run several times. */
  readonly decide: (found: Found, inForce: Rules) => Decision<Answer>;
  /** Answer if there are no facts. Not needed for facts that always exist. */
  readonly missing?: Answer;
}

const OPTIMISTIC_TRIES = 3;
const LOCKED_TRIES = 3;

/**
 * Executes all writes: reads the facts of a request, decides, and writes the plan in one statement if the
 * user's version is still current. After a lost race, facts are read and decided again; after three, the user's
 * row is locked first. Facts and plans of concurrent requests are batched. A decision without a plan writes
 * nothing and leaves nothing locked.
 */
export class Writer {
  readonly #database: Database;
  readonly #rules: RulesCache;
  readonly #clock: WriteClock;
  readonly #plans: Batches<Plan, boolean>;
  readonly #facts = new Map<string, Batches<unknown, DecisionContext | null>>();
  readonly #supply: SupplyRounds;

  constructor(database: Database, rules: RulesCache, clock: WriteClock) {
    this.#database = database;
    this.#rules = rules;
    this.#clock = clock;
    this.#supply = new SupplyRounds(database, rules, clock);
    this.#plans = new Batches({
      run: (plans) => writePlans(database, plans),
      apart: ({ userId, held }) => userId ?? (held ? NOBODY : null),
      order: (a, b) => ((a.userId ?? '') < (b.userId ?? '') ? -1 : 1),
    });
  }

  async commit<Key, Found extends DecisionContext, Answer>(
    write: Write<Key, Found, Answer>,
  ): Promise<Answer> {
    const held = currentIdempotencyKey();
    if (write.locks) return this.#lockedAgain(write, write.locks, held);
    let userId: string | null = null;
    for (let tries = 0; tries < OPTIMISTIC_TRIES; tries += 1) {
      const found = await this.#read(write);
      if (found === null) return missingOf(write);
      const { plan, answer } = await this.#decide(write, found, this.#database);
      const locks = plan && write.locksFor?.(plan, found);
      if (locks) return this.#lockedAgain(write, locks, held);
      if (!plan || (await this.#write(planOf(plan, found, held)))) return answer;
      userId = found.userId;
    }
    return this.#lockedAgain(write, { users: userId === null ? [] : [userId] }, held);
  }

  /** Commits a write that needs the supply, in a round with others that wait for the supply lock. */
  commitWithSupply<Key, Found extends SupplyFacts, Answer>(
    write: SupplyWrite<Key, Found, Answer>,
  ): Promise<Answer> {
    return this.#supply.ask(write, currentIdempotencyKey());
  }

  /**
   * Retries a write under locks. Locks keep users unchanged, but a key may be taken meanwhile, which the next
   * try's facts show. A decision may also need further locks, which the next try takes.
   */
  async #lockedAgain<Key, Found extends DecisionContext, Answer>(
    write: Write<Key, Found, Answer>,
    locks: RowLocks,
    held: IdempotencyKey | undefined,
  ): Promise<Answer> {
    let taken = locks;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#locked(write, taken, held);
      } catch (error) {
        if (tries >= LOCKED_TRIES) throw error;
        if (error instanceof LocksMissing) taken = { ...locks, ...error.needed };
        else if (!isUniqueViolation(error)) throw error;
      }
    }
  }

  /** Runs the due work of at most `limit` users. Returns how many users there were; 0 if nothing is due. */
  commitDueWork<Thing extends Due>(work: DueWork<Thing>, limit = DUE_BATCH): Promise<number> {
    return commitDueWork({
      database: this.#database,
      rules: this.#rules,
      clock: this.#clock,
      work,
      limit,
    });
  }

  async #read<Key, Found extends DecisionContext, Answer>({
    facts,
    key,
  }: Write<Key, Found, Answer>): Promise<Found | null> {
    const known = this.#facts.get(facts.name) as Batches<Key, Found | null> | undefined;
    const batches =
      known ?? new Batches<Key, Found | null>({ run: (keys) => facts.read(this.#database, keys) });
    if (!known) this.#facts.set(facts.name, batches as Batches<unknown, DecisionContext | null>);
    return batches.ask(key);
  }

  async #decide<Key, Found extends DecisionContext, Answer>(
    write: Write<Key, Found, Answer>,
    found: Found,
    session: Session,
  ): Promise<Decision<Answer>> {
    await this.#clock.require(found.now, session === this.#database ? undefined : session);
    return write.decide(found, await this.#rules.at(found.termsVersion, session));
  }

  /** Returns true if the plan was written, false if it lost a race. */
  async #write(plan: Plan): Promise<boolean> {
    try {
      const isWritten = plan.log
        ? await this.#database.transaction(async (session) => {
            if (!(await writePlan(session, plan))) return false;
            await logPlan(session, plan);
            return true;
          })
        : await this.#plans.ask(plan);
      if (!isWritten) await refuseLost(this.#database, plan);
      return isWritten;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Reads, decides and writes under locks, so that no other writer comes between facts and plan. */
  async #locked<Key, Found extends DecisionContext, Answer>(
    write: Write<Key, Found, Answer>,
    locks: RowLocks,
    held: IdempotencyKey | undefined,
  ): Promise<Answer> {
    const rolledBack = new RolledBack<Answer>();
    try {
      return await this.#database.transaction(async (session) => {
        await lockRows(session, locks);
        const [found = null] = await write.facts.read(session, [write.key]);
        if (found === null) throw rolledBack.with(missingOf(write));
        const { plan, answer } = await this.#decide(write, found, session);
        if (plan === null) throw rolledBack.with(answer);
        const needed = write.locksFor?.(plan, found) ?? {};
        if (!holds(locks, needed)) throw new LocksMissing(write.facts.name, needed);
        const complete = planOf(plan, found, held);
        if (!(await writePlan(session, complete))) {
          await refuseLost(session, complete);
          throw new Error(`${write.facts.name}: user ${complete.userId} changed under lock`);
        }
        await logPlan(session, complete);
        return answer;
      });
    } catch (error) {
      if (error === rolledBack) return rolledBack.answer;
      throw error;
    }
  }
}

function missingOf<Key, Found extends DecisionContext, Answer>({
  facts,
  missing,
}: Write<Key, Found, Answer>): Answer {
  if (missing === undefined) throw new Error(`${facts.name}: there are no facts`);
  return missing;
}

/** Throws if a plan was not written because its request no longer holds its key. */
async function refuseLost(session: Session, { held }: Plan): Promise<void> {
  if (held && !(await holdsKey(session, held)))
    throw new IdempotencyKeyLost('the key was taken over');
}

async function logPlan(session: Session, { log, now }: Plan): Promise<void> {
  if (log) await appendLog(session, { ...log, at: now });
}

/** Thrown to roll back a transaction whose plan needs further locks. */
class LocksMissing extends Error {
  readonly needed: RowLocks;

  constructor(facts: string, needed: RowLocks) {
    super(`${facts}: decided without its locks`);
    this.needed = needed;
  }
}

/** Thrown to roll back a transaction that has decided to write nothing. */
class RolledBack<Answer> extends Error {
  #answer: readonly [Answer] | [] = [];

  with(answer: Answer): this {
    this.#answer = [answer];
    return this;
  }

  get answer(): Answer {
    const [answer] = this.#answer;
    if (this.#answer.length === 0) throw new Error('rolled back without an answer');
    return answer as Answer;
  }
}
