import type { Instant } from '#domain/base/time';
import { type Session, only, statement } from '../db/database.ts';

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
