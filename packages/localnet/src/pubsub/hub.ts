import type { Chain } from '../bank/chain.ts';
import { type Mark, ChainChanges } from './chain-changes.ts';
import type { Watch } from './watches.ts';

/** One subscription of a client. */
export interface Subscriber {
  readonly watch: Watch;
  /** JSON text of a notification before its result. */
  readonly opening: string;
  /** JSON text after the result. */
  readonly ending: string;
  readonly send: (text: string) => void;
  /** Called after the last notification. */
  readonly over: () => void;
}

/** Notifies subscribers of chain changes. Polls each new slot while subscriptions exist. */
export class Hub {
  readonly #chain: Chain;
  readonly #subscribers = new Set<Subscriber>();
  readonly #unwatch: () => void;
  readonly #failed: () => void;
  #mark: Mark;
  #timer: NodeJS.Timeout | null = null;
  #isNotifying = false;
  #isStale = false;
  #isClosed = false;

  /** `failed` is called if notifications can no longer be delivered. */
  constructor(chain: Chain, failed: () => void) {
    this.#chain = chain;
    this.#failed = failed;
    this.#mark = this.#present();
    this.#unwatch = chain.watch(() => this.#wake());
  }

  get count(): number {
    return this.#subscribers.size;
  }

  add(subscriber: Subscriber): void {
    // The first subscriber starts from the current state.
    if (this.count === 0 && !this.#isNotifying) this.#mark = this.#present();
    this.#subscribers.add(subscriber);
    this.#wake();
    this.#await();
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    if (this.count === 0) this.#rest();
  }

  close(): void {
    this.#isClosed = true;
    this.#unwatch();
    this.#subscribers.clear();
    this.#rest();
  }

  #present(): Mark {
    return { slot: this.#chain.slot, rows: this.#chain.history.count };
  }

  #rest(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Sets a timer for the next slot, because without requests nothing else advances the chain. */
  #await(): void {
    if (this.#timer !== null || this.count === 0 || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#chain.tick();
      this.#await();
    }, this.#chain.slots.msToNext());
    this.#timer.unref();
  }

  /** Schedules one notification for all changes of this event-loop turn. */
  #wake(): void {
    this.#isStale = true;
    if (this.#isNotifying || this.count === 0 || this.#isClosed) return;
    this.#isNotifying = true;
    setImmediate(() => void this.#tell());
  }

  async #tell(): Promise<void> {
    try {
      while (this.#isStale && !this.#isClosed) {
        this.#isStale = false;
        if (this.#chain.pending) await this.#chain.durable();
        this.#notifySubscribers();
      }
    } catch {
      // The journal is broken: every response is an error from now on.
      this.close();
      this.#failed();
    } finally {
      this.#isNotifying = false;
    }
  }

  #notifySubscribers(): void {
    const changes = new ChainChanges(this.#chain, this.#mark);
    this.#mark = this.#present();
    for (const subscriber of this.#subscribers) {
      const { watch, opening, ending, send } = subscriber;
      for (const result of watch.resultsIn(changes) ?? []) send(opening + result + ending);
      if (watch.isOver?.() !== true) continue;
      this.remove(subscriber);
      subscriber.over();
    }
  }
}
