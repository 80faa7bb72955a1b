import { SECOND_MS, instant } from '#domain/time';
import { KeptIfSlow } from '../kept.ts';
import type { Database } from '../store/database.ts';

const kept = new WeakMap<Database, KeptIfSlow<number>>();

/** How many rows a list has: counted anew, or within the last seconds where counting takes long. */
export function countLately(
  database: Database,
  what: string,
  count: () => Promise<number>,
): Promise<number> {
  const known = kept.get(database) ?? new KeptIfSlow({ slowMs: 50, keepMs: 15 * SECOND_MS });
  kept.set(database, known);
  return known.get(what, instant(Date.now()), count);
}
