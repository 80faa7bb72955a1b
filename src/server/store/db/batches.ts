import { isAway } from '../../base/unavailable.ts';

/** Requests that wait for one statement which serves them all. */
interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly done: (answer: Answer) => void;
  readonly failed: (error: unknown) => void;
}

interface BatchOptions<Item, Answer> {
  /** One statement for all items; answers in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>;
  /** Two items with the same key never share a batch; null keeps nothing apart. */
  readonly apart?: (item: Item) => string | null;
  /** The order of items in a statement, so that no two statements wait for each other's rows. */
  readonly order?: (a: Item, b: Item) => number;
}

/**
 * Half of what waits goes out together, so that the database does not stand still while the answers
 * are made, nor we while it works: so few at least, since a statement has its price, and so many at
 * most, since the first of them waits for the last.
 */
const BATCH = { least: 16, most: 64 };
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

  constructor(options: BatchOptions<Item, Answer>) {
    this.#options = options;
  }

  ask(item: Item): Promise<Answer> {
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed });
      // Requests that are about to ask in this turn of the event loop come along.
      if (this.#awaited === 0) setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    if (this.#awaited > 0 || this.#lanes >= LANES || this.#waiting.length === 0) return;
    const batch = this.#take();
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
      this.#lanes -= 1;
      goOn();
    });
  }

  /** The items that have waited longest. */
  #take(): Waiting<Item, Answer>[] {
    const { apart, order } = this.#options;
    const half = Math.ceil(this.#waiting.length / 2);
    const size = Math.min(Math.max(half, BATCH.least), BATCH.most);
    const taken = new Set<string>();
    const batch: Waiting<Item, Answer>[] = [];
    const rest: Waiting<Item, Answer>[] = [];
    for (const waiting of this.#waiting) {
      const key = apart?.(waiting.item) ?? null;
      if (batch.length >= size || (key !== null && taken.has(key))) {
        rest.push(waiting);
        continue;
      }
      if (key !== null) taken.add(key);
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
      if (isAway(error) || batch.length === 1) return batch.forEach(({ failed }) => failed(error));
      for (const waiting of batch) await this.#send([waiting]);
    }
  }
}
