import { type Instant, iso } from '#domain/base/time';
import type { Param } from '../db/database.ts';
import { ZERO_ID } from '../db/ids.ts';
import type { Plan } from './plan.ts';

/** One table's share of a write: its rows of a plan, and the statement that takes them from `source`. */
export interface Part {
  readonly name: string;
  /** Names and types of a row; `gate` (the plan's user) comes before them. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  rows(plan: Plan): readonly (readonly Param[])[];
  /** The common table expressions that write the rows `r`. */
  write(source: string): string;
}

/** An instant, or null, as a parameter. */
export const timestamp = (at: Instant | null): string | null => (at === null ? null : iso(at));

/** The user of a row `r`; null where it has no owner. */
export const USER = `nullif(r.gate, '${ZERO_ID}')`;
