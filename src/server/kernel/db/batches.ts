import { isEventLoopBusy } from '../base/event-loop-load.ts';
import { isDatabaseDown } from '../base/unavailable.ts';

/** Requests that wait for one statement which serves them all. */
interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly done: (answer: Answer) => void;
  readonly failed: (error: unknown) => void;
}

interface BatchOptions<Item, Answer> {
  /** One statement for all items; answers in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>;
  /** Two items with the same key are never under way at once; null keeps nothing apart. */
  readonly apart?: (item: Item) => string | null;
  /** The order of items in a statement, so that no two statements wait for each other's rows. */
  readonly order?: (a: Item, b: Item) => number;
  /** Whether this process has no time to spare; measured where it is not said. */
  readonly isBusy?: () => boolean;
}

/**
 * While this process has time to spare, a full batch is half of the crowd, so that the database works on
 * the one half and we on the other: so few at least, since a statement has its price, and so many at most,
 * since the first of them waits for the last. Where it has none to spare, whatever waits goes together:
 * fewer statements are less work.
 */
const BATCH = { least: 8, most: 64 };
/** Full batches go out beside others, up to so many; what is less waits until none is under way. */
const ABREAST = 3;
/** What is left of the largest crowd with each batch. */
const REMEMBERED = 0.99;
/** A statement that takes longer, as behind a lock, holds up the others no more. */
const PATIENCE_MS = 20;
/** Statements under way at once, however long they take. */
const LANES = 4;

/**
 * Serves items of concurrent requests together: whatever arrives while a statement is under way goes
 * out with the next one. No item of a healthy database waits for a timer. A batch that fails is
 * repeated item by item, so that only the item at fault fails; where the database cannot be asked,
 * all of it fails.
 */
export class Batches<Item, Answer> {
  readonly #options: BatchOptions<Item, Answer>;
  #waiting: Waiting<Item, Answer>[] = [];
  #lanes = 0;
  /** Statements that the next one waits for. */
  #awaited = 0;
  /** Items of statements under way. */
  #asked = 0;
  /** What is kept apart from them. */
  readonly #keys = new Set<string | null>();
  /** The most items that were here at once lately, waiting or under way. */
  #crowd = 0;

  constructor(options: BatchOptions<Item, Answer>) {
    this.#options = options;
  }

  ask(item: Item): Promise<Answer> {
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed });
      // Requests that are about to ask in this turn of the event loop come along.
      if (this.#mayGo()) setImmediate(() => this.#flush());
    });
  }

  #size(): number {
    const { isBusy = isEventLoopBusy } = this.#options;
    if (isBusy()) return BATCH.most;
    return Math.min(Math.max(Math.ceil(this.#crowd / 2), BATCH.least), BATCH.most);
  }

  #mayGo(): boolean {
    if (this.#lanes >= LANES || this.#waiting.length === 0) return false;
    return this.#awaited === 0 || (this.#awaited < ABREAST && this.#waiting.length >= this.#size());
  }

  #flush(): void {
    while (this.#mayGo()) {
      this.#crowd = Math.max(this.#waiting.length + this.#asked, this.#crowd * REMEMBERED);
      const batch = this.#take();
      if (batch.length === 0) return;
      this.#start(batch);
    }
  }

  #start(batch: readonly Waiting<Item, Answer>[]): void {
    this.#asked += batch.length;
    this.#lanes += 1;
    this.#awaited += 1;
    let isAwaited = true;
    const goOn = (): void => {
      if (isAwaited) this.#awaited -= 1;
      isAwaited = false;
      this.#flush();
    };
    const patience = setTimeout(goOn, PATIENCE_MS);
    void this.#send(batch).finally(() => {
      clearTimeout(patience);
      this.#asked -= batch.length;
      for (const { item } of batch) this.#keys.delete(this.#keyOf(item));
      this.#lanes -= 1;
      goOn();
    });
  }

  #keyOf(item: Item): string | null {
    return this.#options.apart?.(item) ?? null;
  }

  /** The items that have waited longest, but for those whose key is under way. */
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
      // No item is at fault where the database is away, and one after the other would wait for it.
      if (isDatabaseDown(error) || batch.length === 1)
        return batch.forEach(({ failed }) => failed(error));
      for (const waiting of batch) await this.#send([waiting]);
    }
  }
}
