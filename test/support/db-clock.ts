import type { Session } from '#server/kernel/db/database';

/** Offsets the database's clock by `ms`; 0 corrects it. */
export const moveDbClock = (session: Session, ms: number): Promise<void> =>
  session.exec(`create or replace function db_now() returns timestamptz language sql volatile as $$
    select clock_timestamp() + interval '${ms} milliseconds' $$`);
