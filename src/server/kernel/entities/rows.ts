import { arrayOf, unnestOf } from '../db/database.ts';
import type { Entity } from './entity.ts';

/** Many entities as rows `r`, from one array parameter per column; `$first` is the first of them. */
export const unnested = <E>(entity: Entity<E>, first: number): string =>
  `${arrayRows(entity, first)} as r(${namesOf(entity)})`;

/** The same without names, to stand beside others. */
export const arrayRows = <E>({ columns }: Entity<E>, first: number): string =>
  unnestOf(
    columns.map(([, type]) => type),
    first,
  );

/** The parameters of such rows. */
export function arraysOf<E>({ columns, values }: Entity<E>, entities: readonly E[]): string[] {
  const rows = entities.map(values);
  return columns.map((_, i) => arrayOf(rows.map((row) => row[i])));
}

/** The names of an entity's columns, as a list. */
export const namesOf = <E>({ columns }: Entity<E>): string =>
  columns.map(([name]) => name).join(', ');

/** Brings every column but some up to date, where an inserted row exists already. */
export const setOf = <E>({ columns }: Entity<E>, ...except: readonly string[]): string =>
  columns
    .filter(([name]) => !except.includes(name))
    .map(([name]) => `${name} = excluded.${name}`)
    .join(', ');
