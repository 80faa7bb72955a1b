import { arrayOf, unnestOf } from '../db/database.ts';
import type { Entity } from './entity.ts';

/** SQL for entities as rows `r`, from one array parameter per column, starting at `$first`. */
export const unnested = <E>(entity: Entity<E>, first: number): string =>
  `${arrayRows(entity, first)} as r(${namesOf(entity)})`;

/** SQL for such rows without names, to be combined with others. */
export const arrayRows = <E>({ columns }: Entity<E>, first: number): string =>
  unnestOf(
    columns.map(([, type]) => type),
    first,
  );

/** Returns the array parameters of such rows. */
export function arraysOf<E>({ columns, values }: Entity<E>, entities: readonly E[]): string[] {
  const rows = entities.map(values);
  return columns.map((_, i) => arrayOf(rows.map((row) => row[i])));
}

/** Returns the column names of an entity, comma-separated. */
export const namesOf = <E>({ columns }: Entity<E>): string =>
  columns.map(([name]) => name).join(', ');

/** Builds the `set` list of an upsert, without the columns in `except`. */
export const setOf = <E>({ columns }: Entity<E>, ...except: readonly string[]): string =>
  columns
    .filter(([name]) => !except.includes(name))
    .map(([name]) => `${name} = excluded.${name}`)
    .join(', ');
