/**
 * Topics of reads that a change affects, for everybody or only for the owner ('admin'). 'log' marks an act of the
 * owner and is not sent to clients.
 */
export type Topic = 'protocol' | 'status' | 'prices' | 'treasury' | 'admin' | 'log';

/** Changes of a write that readers are notified of. */
export interface Changed {
  readonly userIds: readonly string[];
  readonly topics: readonly Topic[];
}

/** Notification of listeners: the changes, or 'all' if the node may have missed some. */
export type ChangeNotice = Changed | 'all';
type Listener = (notice: ChangeNotice) => void;

/** Notifies a node's listeners of writes to its database, by any node. */
export class ChangeHub {
  readonly #listeners = new Set<Listener>();
  readonly #relays = new Set<(changed: Changed) => void>();

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Subscribes to this node's own writes, to notify the other nodes. */
  relay(listener: (changed: Changed) => void): () => void {
    this.#relays.add(listener);
    return () => this.#relays.delete(listener);
  }

  /** Publishes all changes of one commit of this node, once. */
  publish(changes: readonly Changed[]): void {
    if (changes.length === 0) return;
    const changed = {
      userIds: [...new Set(changes.flatMap(({ userIds }) => userIds))],
      topics: [...new Set(changes.flatMap(({ topics }) => topics))],
    };
    this.notify(changed);
    for (const relay of this.#relays) relay(changed);
  }

  /** Notifies only this node's listeners. */
  notify(notice: ChangeNotice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}
