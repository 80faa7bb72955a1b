import { MINUTE_MS, instant } from '#domain/base/time';
import type { Database } from '../store/db/database.ts';
import { keptLately } from './kept-lately.ts';

const kept = keptLately<number>(MINUTE_MS);

/** How many rows a list has: counted anew, or within the last minute where there are many. */
export function countLately(
  database: Database,
  what: string,
  count: () => Promise<number>,
): Promise<number> {
  return kept(database).get(what, instant(Date.now()), count);
}
