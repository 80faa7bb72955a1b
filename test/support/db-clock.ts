import type { Session } from '#server/kernel/db/database';

/** Moves the database's clock away from the right time by so many milliseconds; 0 puts it right. */
export const moveDbClock = (session: Session, ms: number): Promise<void> =>
  session.exec(`create or replace function db_now() returns timestamptz language sql volatile as $$
    select clock_timestamp() + interval '${ms} milliseconds' $$`);
