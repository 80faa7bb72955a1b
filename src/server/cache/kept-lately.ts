import { KeptIfLarge } from './kept.ts';
import type { Database } from '../store/db/database.ts';
import { isLarge } from '../store/db/size.ts';

/** What goes over whole tables: made anew for each who asks, or kept for a while where there is much. */
export function keptLately<Value>(keepMs: number): (database: Database) => KeptIfLarge<Value> {
  const kept = new WeakMap<Database, KeptIfLarge<Value>>();
  return (database) => {
    const known = kept.get(database) ?? new KeptIfLarge(() => isLarge(database), keepMs);
    kept.set(database, known);
    return known;
  };
}
