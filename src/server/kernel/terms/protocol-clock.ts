import { uptime } from 'node:os';
import { type Instant, SECOND_MS } from '#domain/base/time';
import { type Database, type Session, only, statement } from '../db/database.ts';

const READ = statement('clock-read', 'select protocol_now() as now');
const ADVANCE = statement(
  'clock-advance',
  'update protocol set clock_offset_ms = clock_offset_ms + $1 returning protocol_now() as now',
);

/** Protocol time: the database's, plus what the local network's time machine has added. */
export async function readClock(session: Session): Promise<Instant> {
  return only(await session.query<{ now: Instant }>(READ)).now;
}

/** Moves protocol time forward, for every node on this database. */
export async function advanceClock(session: Session, ms: number): Promise<Instant> {
  return only(await session.query<{ now: Instant }>(ADVANCE, [ms])).now;
}

/** Monotonic time of this machine: to the millisecond, and to the second in what it has slept. */
function monotonicMs(): number {
  return Math.max(performance.now(), (uptime() - bootedS) * SECOND_MS - SECOND_MS);
}
/** Machine's uptime when `performance.now()` was 0. */
const bootedS = uptime() - performance.now() / SECOND_MS;

/**
 * Protocol time without asking the database: its time at the start, and this machine's monotonic clock since. The
 * local network's chain goes by it, so a correction of this machine's wall clock does not move the chain.
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
    time.#adopt(await readClock(database));
    return time;
  }

  /** Milliseconds since 1970; never goes back. */
  now(): number {
    this.#latest = Math.max(this.#latest, Math.trunc(monotonicMs() + this.#aheadMs));
    return this.#latest;
  }

  /** Moves it forward for every node on the database. */
  async advance(ms: number): Promise<Instant> {
    const now = await advanceClock(this.#database, ms);
    this.#adopt(now);
    return now;
  }

  #adopt(now: Instant): void {
    this.#aheadMs = now - monotonicMs();
  }
}
