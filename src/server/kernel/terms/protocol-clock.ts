import { uptime } from 'node:os';
import { type Instant, SECOND_MS } from '#domain/base/time';
import { type Database, type Session, only, statement } from '../db/database.ts';

const READ = statement('clock-read', 'select protocol_now() as now');
const ADVANCE = statement(
  'clock-advance',
  'update protocol set clock_offset_ms = clock_offset_ms + $1 returning protocol_now() as now',
);

/** Reads protocol time: the database's clock, plus the time that the local network has skipped. */
export async function readClock(session: Session): Promise<Instant> {
  return only(await session.query<{ now: Instant }>(READ)).now;
}

/** Moves protocol time forward, for every node on this database. */
export async function advanceClock(session: Session, ms: number): Promise<Instant> {
  return only(await session.query<{ now: Instant }>(ADVANCE, [ms])).now;
}

/** Monotonic time of this machine in ms. Includes its sleep, to the second. */
function monotonicMs(): number {
  return Math.max(performance.now(), (uptime() - bootedS) * SECOND_MS - SECOND_MS);
}
/** Machine's uptime when `performance.now()` was 0. */
const bootedS = uptime() - performance.now() / SECOND_MS;

/**
 * Protocol time without a query: the database's time at the start, plus this machine's monotonic clock. Clock of the
 * local network's chain, so that a correction of the machine's wall clock does not move the chain.
 */
export class ProtocolTime {
  readonly #database: Database;
  #aheadMs = 0;
  #latest = 0;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async of(database: Database): Promise<ProtocolTime> {
    const time = new ProtocolTime(database);
    time.#sync(await readClock(database));
    return time;
  }

  /** Milliseconds since 1970; never goes back. */
  now(): number {
    this.#latest = Math.max(this.#latest, Math.trunc(monotonicMs() + this.#aheadMs));
    return this.#latest;
  }

  /** Moves protocol time forward for every node on the database. */
  async advance(ms: number): Promise<Instant> {
    const now = await advanceClock(this.#database, ms);
    this.#sync(now);
    return now;
  }

  #sync(now: Instant): void {
    this.#aheadMs = now - monotonicMs();
  }
}
