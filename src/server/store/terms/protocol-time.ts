import type { Instant } from '#domain/base/time';
import type { Database } from '../db/database.ts';
import { advanceClock, readClock } from './protocol-clock.ts';

/** Protocol time without asking the database: this machine's clock and the distance to the database's. */
export class ProtocolTime {
  readonly #database: Database;
  #aheadMs = 0;
  #latest = 0;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async of(database: Database): Promise<ProtocolTime> {
    const time = new ProtocolTime(database);
    time.#adopt(await readClock(database));
    return time;
  }

  /** Milliseconds since 1970; never goes back. */
  now(): number {
    this.#latest = Math.max(this.#latest, Date.now() + this.#aheadMs);
    return this.#latest;
  }

  /** Moves it forward for every node on the database. */
  async advance(ms: number): Promise<Instant> {
    const now = await advanceClock(this.#database, ms);
    this.#adopt(now);
    return now;
  }

  #adopt(now: Instant): void {
    this.#aheadMs = now - Date.now();
  }
}
