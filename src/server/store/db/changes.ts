import type { Database, Session } from './database.ts';

/** What concerns everybody, or the owner ('admin'), under the names of the reads that it changes. */
export type Topic = 'protocol' | 'status' | 'prices' | 'treasury' | 'admin';

/** What a write has changed, as far as readers are to be told. */
export interface Changed {
  readonly userIds: readonly string[];
  readonly topics: readonly Topic[];
}

/** What is told when it is not known what changed. */
export type Told = Changed | 'all';
type Listener = (told: Told) => void;

/** Tells the listeners of a database what has been written to it; what another node wrote, too. */
export class ChangeHub {
  readonly #listeners = new Set<Listener>();
  readonly #relays = new Set<(changed: Changed) => void>();

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hears what this node wrote, to tell the other nodes. */
  relay(listener: (changed: Changed) => void): () => void {
    this.#relays.add(listener);
    return () => this.#relays.delete(listener);
  }

  /** Something was committed here. */
  publish(changed: Changed): void {
    this.tell(changed);
    for (const relay of this.#relays) relay(changed);
  }

  /** Tells this node's listeners alone. */
  tell(told: Told): void {
    for (const listener of this.#listeners) listener(told);
  }
}

const hubs = new WeakMap<Session, ChangeHub>();
const collected = new WeakMap<Session, Changed[]>();

export function hubOf(database: Database): ChangeHub {
  const hub = hubs.get(database) ?? new ChangeHub();
  hubs.set(database, hub);
  return hub;
}

/** Says what a statement has changed; inside a transaction it is told when that is committed. */
export function noteChange(session: Session, changed: Partial<Changed>): void {
  const { userIds = [], topics = [] } = changed;
  if (userIds.length === 0 && topics.length === 0) return;
  const pending = collected.get(session);
  if (pending) pending.push({ userIds, topics });
  else hubs.get(session)?.publish({ userIds, topics });
}

/** Tells what was collected in a transaction that has been committed. */
export function tell(database: Database, changes: readonly Changed[]): void {
  if (changes.length === 0) return;
  hubs.get(database)?.publish({
    userIds: [...new Set(changes.flatMap(({ userIds }) => userIds))],
    topics: [...new Set(changes.flatMap(({ topics }) => topics))],
  });
}

/** Collects what is changed in a transaction. */
export function collect(session: Session): Changed[] {
  const changes: Changed[] = [];
  collected.set(session, changes);
  return changes;
}
