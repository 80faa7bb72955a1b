import { type Instant, iso } from '#domain/base/time';
import type { Param } from '../db/database.ts';
import { ZERO_ID } from '../db/ids.ts';
import type { Plan } from './plan.ts';

/** One table's part of a write: its rows in a plan, and the statement that writes them from `source`. */
export interface Part {
  readonly name: string;
  /** Column names and types of a row. `gate` (the plan's user) precedes them. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  rows(plan: Plan): readonly (readonly Param[])[];
  /** Returns the common table expressions that write the rows `r`. */
  write(source: string): string;
}

export const timestamp = (at: Instant | null): string | null => (at === null ? null : iso(at));

/** SQL expression of a row's user; null if the plan has no user. */
export const USER = `nullif(r.gate, '${ZERO_ID}')`;
