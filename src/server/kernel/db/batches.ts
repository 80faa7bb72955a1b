import { isEventLoopBusy } from '../base/event-loop-load.ts';
import { isDatabaseDown } from '../base/unavailable.ts';

/** Item that waits for its batch. */
interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly done: (answer: Answer) => void;
  readonly failed: (error: unknown) => void;
}

interface BatchOptions<Item, Answer> {
  /** Runs one statement for all items. Returns the results in the items' order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>;
  /** Key of an item. Items with the same key never run concurrently; null sets no restriction. */
  readonly apart?: (item: Item) => string | null;
  /** Sort order of items in a statement, so that two statements do not deadlock on rows. */
  readonly order?: (a: Item, b: Item) => number;
  /** True if the event loop is busy; measured by default. */
  readonly isBusy?: () => boolean;
}

/**
 * Bounds of a full batch: `least` because each statement has a cost, `most` because the first item waits for the
 * last. A full batch is half of the recent peak of concurrent items, so that the database works on one half while
 * the node works on the other. While the event loop is busy, all waiting items go together, to save statements.
 */
const BATCH = { least: 8, most: 64 };
/** Maximum statements in flight for sending another full batch. A partial batch waits until none is in flight. */
const CONCURRENT_MAX = 3;
/** Decay of the recent peak with each batch. */
const PEAK_DECAY = 0.99;
/** Time after which a slow statement, such as one behind a lock, no longer delays the next. */
const SLOW_MS = 20;
/** Maximum statements in flight, including slow ones. */
const STATEMENTS_MAX = 4;

/**
 * Batches items of concurrent requests: items that arrive during a statement are sent with the next one. No timer
 * delays an item while the database is healthy. A failed batch is retried item by item, so that only the item at
 * fault fails. If the database is down, all items fail.
 */
export class Batches<Item, Answer> {
  readonly #options: BatchOptions<Item, Answer>;
  #waiting: Waiting<Item, Answer>[] = [];
  #inFlight = 0;
  /** Statements in flight that are not slow. */
  #awaited = 0;
  /** Items of the statements in flight. */
  #asked = 0;
  /** Keys of those items. */
  readonly #keys = new Set<string | null>();
  /** Recent peak of concurrent items, waiting or in flight. */
  #peak = 0;

  constructor(options: BatchOptions<Item, Answer>) {
    this.#options = options;
  }

  ask(item: Item): Promise<Answer> {
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed });
      // Delayed, so that requests of this turn of the event loop join the batch.
      if (this.#mayGo()) setImmediate(() => this.#flush());
    });
  }

  #size(): number {
    const { isBusy = isEventLoopBusy } = this.#options;
    if (isBusy()) return BATCH.most;
    return Math.min(Math.max(Math.ceil(this.#peak / 2), BATCH.least), BATCH.most);
  }

  #mayGo(): boolean {
    if (this.#inFlight >= STATEMENTS_MAX || this.#waiting.length === 0) return false;
    return (
      this.#awaited === 0 ||
      (this.#awaited < CONCURRENT_MAX && this.#waiting.length >= this.#size())
    );
  }

  #flush(): void {
    while (this.#mayGo()) {
      this.#peak = Math.max(this.#waiting.length + this.#asked, this.#peak * PEAK_DECAY);
      const batch = this.#take();
      if (batch.length === 0) return;
      this.#start(batch);
    }
  }

  #start(batch: readonly Waiting<Item, Answer>[]): void {
    this.#asked += batch.length;
    this.#inFlight += 1;
    this.#awaited += 1;
    let isAwaited = true;
    const proceed = (): void => {
      if (isAwaited) this.#awaited -= 1;
      isAwaited = false;
      this.#flush();
    };
    const slow = setTimeout(proceed, SLOW_MS);
    void this.#send(batch).finally(() => {
      clearTimeout(slow);
      this.#asked -= batch.length;
      for (const { item } of batch) this.#keys.delete(this.#keyOf(item));
      this.#inFlight -= 1;
      proceed();
    });
  }

  #keyOf(item: Item): string | null {
    return this.#options.apart?.(item) ?? null;
  }

  /** Removes and returns the longest-waiting items, except those whose key is in flight. */
  #take(): Waiting<Item, Answer>[] {
    const { order } = this.#options;
    const size = this.#size();
    const batch: Waiting<Item, Answer>[] = [];
    const rest: Waiting<Item, Answer>[] = [];
    for (const waiting of this.#waiting) {
      const key = this.#keyOf(waiting.item);
      if (batch.length >= size || (key !== null && this.#keys.has(key))) {
        rest.push(waiting);
        continue;
      }
      this.#keys.add(key);
      batch.push(waiting);
    }
    this.#waiting = rest;
    return order ? batch.sort((a, b) => order(a.item, b.item)) : batch;
  }

  async #send(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#options.run(batch.map(({ item }) => item));
      if (answers.length !== batch.length) {
        throw new Error(`${answers.length} answers to ${batch.length} items`);
      }
      batch.forEach(({ done }, i) => done(answers[i] as Answer));
    } catch (error) {
      // If the database is down, no item is at fault, and each retry would wait for it.
      if (isDatabaseDown(error) || batch.length === 1)
        return batch.forEach(({ failed }) => failed(error));
      for (const waiting of batch) await this.#send([waiting]);
    }
  }
}
