/** Latency and errors of recent requests. */
export interface RequestFigures {
  /** Time that the figures cover. */
  readonly windowMs: number;
  readonly count: number;
  /** Responses with a status of 500 or above. */
  readonly faults: number;
  /** Percentiles of the response time; null without requests. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** Capacity: a busy minute, or a quiet hour. */
const SIZE = 4_096;
const WINDOW_MS = 5 * 60_000;

/** Ring buffer of a node's last requests. */
export class RequestRing {
  readonly #endedAt = new Float64Array(SIZE);
  readonly #tookMs = new Float64Array(SIZE);
  readonly #isFault = new Uint8Array(SIZE);
  #added = 0;

  add(tookMs: number, status: number, now: number = performance.now()): void {
    const at = this.#added % SIZE;
    this.#endedAt[at] = now;
    this.#tookMs[at] = tookMs;
    this.#isFault[at] = status >= 500 ? 1 : 0;
    this.#added += 1;
  }

  /** Milliseconds since the last request ended; Infinity if there was none. */
  msSinceLast(now: number = performance.now()): number {
    if (this.#added === 0) return Infinity;
    return now - (this.#endedAt[(this.#added - 1) % SIZE] ?? 0);
  }

  /** Returns figures of the last five minutes, or of a shorter time if the ring does not reach back so far. */
  figures(now: number = performance.now()): RequestFigures {
    const kept = Math.min(this.#added, SIZE);
    const times: number[] = [];
    let faults = 0;
    let oldest = now;
    for (let i = 0; i < kept; i += 1) {
      const endedAt = this.#endedAt[i] ?? 0;
      if (now - endedAt > WINDOW_MS) continue;
      times.push(this.#tookMs[i] ?? 0);
      faults += this.#isFault[i] ?? 0;
      oldest = Math.min(oldest, endedAt);
    }
    times.sort((a, b) => a - b);
    const coversWindow = kept < SIZE || times.length < kept;
    return {
      windowMs: coversWindow ? WINDOW_MS : Math.ceil(now - oldest),
      count: times.length,
      faults,
      p50Ms: rank(times, 50),
      p95Ms: rank(times, 95),
    };
  }
}

/** Returns the nearest-rank percentile of ascending times, rounded to 0.01 ms; null if there are none. */
function rank(times: readonly number[], percent: number): number | null {
  const found = times[Math.ceil((times.length * percent) / 100) - 1];
  return found === undefined ? null : Math.round(found * 100) / 100;
}
