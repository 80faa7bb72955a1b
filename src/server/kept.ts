import { type Instant, after } from '#domain/time';

interface Known<Value> {
  /** When it was ready, if time went on as usual. */
  readonly at: Instant;
  readonly tookMs: number;
  readonly value: Value;
}

interface UnderWay<Value> {
  readonly since: number;
  readonly value: Promise<Value>;
}

/** More keys than this are not kept: the oldest makes way. */
const KEYS_MAX = 100;

/**
 * Answers that are asked for anew each time, unless asking took long: then what is known is given for a
 * while (of protocol time), and a new answer is made meanwhile for who comes next.
 */
export class KeptIfSlow<Value> {
  readonly #slowMs: number;
  readonly #keepMs: number;
  readonly #known = new Map<string, Known<Value>>();
  readonly #underWay = new Map<string, UnderWay<Value>>();

  constructor({ slowMs, keepMs }: { readonly slowMs: number; readonly keepMs: number }) {
    this.#slowMs = slowMs;
    this.#keepMs = keepMs;
  }

  async get(key: string, now: Instant, ask: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(key);
    const isKept = known && known.tookMs > this.#slowMs && Math.abs(now - known.at) < this.#keepMs;
    if (!isKept) return this.#ask(key, now, ask);
    // Who fails here fails again, and aloud, when what is kept has become too old.
    if (now !== known.at) this.#ask(key, now, ask).catch(() => {});
    return known.value;
  }

  /** One that has run for long already is joined: it will hardly be older than one that begins now. */
  #ask(key: string, now: Instant, ask: () => Promise<Value>): Promise<Value> {
    const running = this.#underWay.get(key);
    if (running && performance.now() - running.since > this.#slowMs) return running.value;
    const since = performance.now();
    const value = ask();
    const mine = { since, value };
    this.#underWay.set(key, mine);
    const end = (): void => {
      if (this.#underWay.get(key) === mine) this.#underWay.delete(key);
    };
    value.then(
      (answer) => {
        end();
        const tookMs = performance.now() - since;
        this.#keep(key, { at: after(now, Math.round(tookMs)), tookMs, value: answer });
      },
      () => end(),
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
