import type { Instant } from '#domain/base/time';

interface Known<Value> {
  readonly at: Instant;
  readonly doneAt: number;
  readonly tookMs: number;
  readonly value: Value;
}

/** More keys than this are not kept: the oldest makes way. */
const KEYS_MAX = 100;
/** Making answers anew for who comes next may take one part of so many of the time. */
const SHARE = 20;

/**
 * Answers that are asked for anew each time while there is little to go over. Where there is much, what
 * is known is given for a while (of protocol time), and a new answer is made meanwhile for who comes next.
 */
export class KeptIfLarge<Value> {
  readonly #isLarge: () => Promise<boolean>;
  readonly #keepMs: number;
  readonly #known = new Map<string, Known<Value>>();
  readonly #underWay = new Map<string, Promise<Value>>();

  constructor(isLarge: () => Promise<boolean>, keepMs: number) {
    this.#isLarge = isLarge;
    this.#keepMs = keepMs;
  }

  async get(key: string, now: Instant, ask: () => Promise<Value>): Promise<Value> {
    if (!(await this.#isLarge())) return ask();
    const known = this.#known.get(key);
    if (!known || Math.abs(now - known.at) >= this.#keepMs) return this.#ask(key, now, ask);
    // Who fails here fails again, and aloud, when what is kept has become too old.
    if (performance.now() - known.doneAt > SHARE * known.tookMs) {
      this.#ask(key, now, ask).catch(() => {});
    }
    return known.value;
  }

  /** One that is under way is joined. */
  #ask(key: string, now: Instant, ask: () => Promise<Value>): Promise<Value> {
    const running = this.#underWay.get(key);
    if (running) return running;
    const since = performance.now();
    const value = ask();
    this.#underWay.set(key, value);
    value.then(
      (answer) => {
        this.#underWay.delete(key);
        const doneAt = performance.now();
        this.#keep(key, { at: now, doneAt, tookMs: doneAt - since, value: answer });
      },
      () => this.#underWay.delete(key),
    );
    return value;
  }

  #keep(key: string, known: Known<Value>): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KEYS_MAX && oldest !== undefined) this.#known.delete(oldest);
  }
}
