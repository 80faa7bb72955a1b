import { type Lmt, add } from '#domain/base/money';
import { issuedBy } from '#domain/bonds/supply';
import { type IdempotencyKey, IdempotencyKeyLost } from '../base/idempotency-key.ts';
import { currentRequestId } from '../base/purpose.ts';
import { isDatabaseDown } from '../base/unavailable.ts';
import { type Database, type Session, arrayOf, isUniqueViolation } from '../db/database.ts';
import { lock } from '../db/locks.ts';
import { ZERO_ID } from '../db/ids.ts';
import type { Rules, RulesCache } from '../terms/terms.ts';
import type { WriteClock } from './due-writes.ts';
import type { Facts, DecisionContext } from './facts.ts';
import { holdsKey } from './idempotency.ts';
import { type Decision, type Plan, planOf } from './plan.ts';
import { LOCK_FREE_USERS, LOCK_USERS } from './row-locks.ts';
import { writePlans } from './write-plans.ts';

/** Facts for a decision about the supply. */
export interface SupplyFacts extends DecisionContext {
  readonly issued: Lmt;
}

/** Write whose decision depends on how much LMT is issued. */
export interface SupplyWrite<Key, Found extends SupplyFacts, Answer> {
  readonly facts: Facts<Key, Found>;
  readonly key: Key;
  /** Pure, because it may run several times. */
  readonly decide: (found: Found, inForce: Rules) => Decision<Answer>;
}

type AnyWrite = SupplyWrite<unknown, SupplyFacts, unknown>;

/** Write that waits for its round. */
interface Waiting {
  readonly write: AnyWrite;
  readonly held: IdempotencyKey | undefined;
  readonly requestId: string | undefined;
  readonly done: (answer: unknown) => void;
  readonly failed: (error: unknown) => void;
  /**
   * True after a round skipped the write because another writer held the user's row. A round of only such
   * writes waits for their rows.
   */
  wasPassedOver: boolean;
  /** Number of failed tries because another write took a unique key first. */
  conflicts: number;
}

/** Decision of a round about one write. */
interface Decided {
  readonly item: Waiting;
  readonly plan: Plan | null;
  readonly answer: unknown;
}

interface Round {
  readonly decided: readonly Decided[];
  /** Writes left to the next round. */
  readonly left: readonly Waiting[];
  readonly failed: ReadonlyMap<Waiting, unknown>;
}

/** Maximum writes in a round, because the first waits until the last is written. */
const ROUND_MAX = 64;
const CONFLICTS_MAX = 3;

/**
 * Executes writes that need the supply, in rounds. A round takes the supply lock, reads the facts of all
 * waiting writes, and decides them in order, each after the effects of those before. It commits all plans
 * with one statement. A user has one plan in a round. A failed round is repeated in halves, so that only the
 * write at fault fails.
 */
export class SupplyRounds {
  readonly #database: Database;
  readonly #rules: RulesCache;
  readonly #clock: WriteClock;
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(database: Database, rules: RulesCache, clock: WriteClock) {
    this.#database = database;
    this.#rules = rules;
    this.#clock = clock;
  }

  ask<Key, Found extends SupplyFacts, Answer>(
    write: SupplyWrite<Key, Found, Answer>,
    held: IdempotencyKey | undefined,
  ): Promise<Answer> {
    return new Promise<Answer>((done, failed) => {
      this.#waiting.push({
        write: write as unknown as AnyWrite,
        held,
        requestId: currentRequestId(),
        done: done as (answer: unknown) => void,
        failed,
        wasPassedOver: false,
        conflicts: 0,
      });
      // Delayed, so that requests of this turn of the event loop join the round.
      setImmediate(() => void this.#runAll());
    });
  }

  async #runAll(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.length > 0) await this.#run(this.#waiting.splice(0, ROUND_MAX));
    this.#isRunning = false;
  }

  /** Never rejects: each write settles, or waits for the next round. */
  async #run(items: readonly Waiting[]): Promise<void> {
    try {
      // Fills the cache before the transaction, in which an unknown version is loaded again for each write.
      await this.#rules.at(0n);
      const round = await this.#database.transaction((session) => this.#round(session, items));
      for (const { item, answer } of round.decided) item.done(answer);
      for (const [item, error] of round.failed) item.failed(error);
      this.#waiting.unshift(...round.left);
    } catch (error) {
      const [first] = items;
      if (
        items.length === 1 &&
        first &&
        isUniqueViolation(error) &&
        (first.conflicts += 1) < CONFLICTS_MAX
      ) {
        this.#waiting.unshift(first);
        return;
      }
      // If the database is unreachable, every write fails immediately, because each retry would wait for it.
      if (items.length === 1 || isDatabaseDown(error))
        return items.forEach(({ failed }) => failed(error));
      const half = Math.ceil(items.length / 2);
      await this.#run(items.slice(0, half));
      await this.#run(items.slice(half));
    }
  }

  async #round(session: Session, items: readonly Waiting[]): Promise<Round> {
    // A separate statement, because the sum of the totals is exact only in a snapshot that begins after the
    // lock.
    await lock(session, 'supply');
    const found = await factsOf(session, items);
    const free = await lockUsers(session, items, found);
    const left: Waiting[] = [];
    const failed = new Map<Waiting, unknown>();
    const decided: Decided[] = [];
    const planned = new Set<string>();
    let issued = 0n as Lmt;
    for (const [i, item] of items.entries()) {
      const facts = found[i];
      if (!facts) throw new Error(`${item.write.facts.name}: there are no facts`);
      const { userId } = facts;
      if (userId !== null && (planned.has(userId) || !free.has(userId))) {
        if (!planned.has(userId)) item.wasPassedOver = true;
        left.push(item);
        continue;
      }
      const { held } = item;
      try {
        const { plan, answer } = await this.#decide(session, item, {
          ...facts,
          issued: add(facts.issued, issued),
        });
        // At most one plan without a user under a key, because keys are checked by the plan's user.
        const owner = plan && (plan.userId ?? (held ? ZERO_ID : null));
        if (owner !== null && planned.has(owner)) {
          left.push(item);
          continue;
        }
        decided.push({ item, plan, answer });
        if (plan === null) continue;
        if (owner !== null) planned.add(owner);
        issued = add(issued, issuedBy(plan.journals));
      } catch (error) {
        failed.set(item, error);
      }
    }
    await write(session, decided);
    return { decided, left, failed };
  }

  async #decide(
    session: Session,
    { write: asked, held, requestId }: Waiting,
    facts: SupplyFacts,
  ): Promise<Omit<Decided, 'item'>> {
    await this.#clock.require(facts.now, session);
    const { plan, answer } = asked.decide(facts, await this.#rules.at(facts.termsVersion, session));
    return { plan: plan && { ...planOf(plan, facts, held), requestId }, answer };
  }
}

/** Returns the facts of all writes in their order, batched by kind of facts. */
async function factsOf(
  session: Session,
  items: readonly Waiting[],
): Promise<(SupplyFacts | null)[]> {
  const found: (SupplyFacts | null)[] = items.map(() => null);
  for (const facts of new Set(items.map(({ write: { facts } }) => facts))) {
    const places = items.flatMap((item, i) => (item.write.facts === facts ? [i] : []));
    const read = await facts.read(
      session,
      places.map((i) => items[i]?.write.key),
    );
    places.forEach((place, i) => (found[place] = read[i] ?? null));
  }
  return found;
}

/**
 * Locks the users of a round. Returns those whose facts are still current: users whose version changed are left
 * out. So are users whose row another writer holds, unless all writes were skipped before.
 */
async function lockUsers(
  session: Session,
  items: readonly Waiting[],
  found: readonly (SupplyFacts | null)[],
): Promise<ReadonlySet<string>> {
  const versions = new Map(
    found.flatMap((each) => (each?.userId ? [[each.userId, each.version]] : [])),
  );
  if (versions.size === 0) return new Set();
  const mayWait = items.every(({ wasPassedOver }) => wasPassedOver);
  const rows = await session.query<{ id: string; version: bigint }>(
    mayWait ? LOCK_USERS : LOCK_FREE_USERS,
    [arrayOf([...versions.keys()])],
  );
  return new Set(rows.flatMap(({ id, version }) => (versions.get(id) === version ? [id] : [])));
}

/** Writes the plans of a round. Throws if a plan was not written; the round is then repeated in halves. */
async function write(session: Session, decided: readonly Decided[]): Promise<void> {
  const plans = decided.flatMap(({ plan }) => plan ?? []);
  if (plans.length === 0) return;
  const written = await writePlans(session, plans);
  for (const [i, { held }] of plans.entries()) {
    if (written[i]) continue;
    if (held && !(await holdsKey(session, held)))
      throw new IdempotencyKeyLost('the key was taken over');
    throw new Error('a user changed under lock');
  }
}
