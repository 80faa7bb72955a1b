/**
 * Reads that a change concerns: of everybody, or of the owner ('admin'). 'log' marks an act of the owner, and stays
 * on the server.
 */
export type Topic = 'protocol' | 'status' | 'prices' | 'treasury' | 'admin' | 'log';

/** What a write has changed, as far as readers are to be told. */
export interface Changed {
  readonly userIds: readonly string[];
  readonly topics: readonly Topic[];
}

/** What listeners are told: what changed, or 'all' where the node cannot know. */
export type Told = Changed | 'all';
type Listener = (told: Told) => void;

/** Tells the listeners of a node what has been written to its database, by this node or another. */
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

  /** Tells, once, everything that one commit of this node has changed. */
  publish(changes: readonly Changed[]): void {
    if (changes.length === 0) return;
    const changed = {
      userIds: [...new Set(changes.flatMap(({ userIds }) => userIds))],
      topics: [...new Set(changes.flatMap(({ topics }) => topics))],
    };
    this.tell(changed);
    for (const relay of this.#relays) relay(changed);
  }

  /** Tells this node's listeners alone. */
  tell(told: Told): void {
    for (const listener of this.#listeners) listener(told);
  }
}
