import { type Instant, iso } from '#domain/base/time';
import type { Param } from '../db/database.ts';
import { type JsonRows, emptyOf, jsonRows, rowReader } from '../db/json-rows.ts';

/** A row as the database gives it: int8 as bigint, timestamptz as milliseconds. */
export type EntityRow = Readonly<Record<string, unknown>>;

/** The same of a table whose rows belong to users. */
export type OwnedRow = EntityRow & { readonly user_id: string };

/** One column, and how a value travels to it and back. */
export interface Column<T> {
  readonly name: string;
  readonly type: string;
  readonly write: (value: T) => Param;
  readonly read: (raw: unknown) => T;
}

type GroupColumns<T> = { readonly [K in keyof T]-?: Column<T[K]> };

/** Several columns that make one value together. */
export interface ColumnGroup<T> {
  readonly columns: GroupColumns<NonNullable<T>>;
  /** Whether the value is null as a whole, which it is where any of its columns is. */
  readonly optional: boolean;
}

/** Every field of an entity, each with its column. */
export type Fields<E> = { readonly [K in keyof E]-?: Column<E[K]> | ColumnGroup<E[K]> };

/** A column whose value needs no translation: text, enums, booleans, small integers and bigints. */
export const column = <T extends Param>(name: string, type: string): Column<T> => ({
  name,
  type,
  write: (value) => value,
  read: (raw) => raw as T,
});

/** An instant, with or without the possibility of null. */
export const instant = <T extends Instant | null>(name: string): Column<T> => ({
  name,
  type: 'timestamptz',
  write: (value) => (value === null ? null : iso(value)),
  read: (raw) => raw as T,
});

/** A count far below 2⁵³ (a slot, a block height), kept as int8. */
export const count = <T extends number | null>(name: string): Column<T> => ({
  name,
  type: 'bigint',
  write: (value) => value,
  read: (raw) => (raw === null ? null : Number(raw)) as T,
});

/** A sum or product of int8 figures, which may be larger than one. */
export const numeric = <T extends bigint | null>(name: string): Column<T> => ({
  name,
  type: 'numeric',
  write: (value) => value,
  read: (raw) => (raw === null ? null : BigInt(raw as string)) as T,
});

/** A value of several columns that is always there. */
export const group = <T extends object>(columns: GroupColumns<T>): ColumnGroup<T> => ({
  columns,
  optional: false,
});

/** A value of several columns that is null where any of them is. */
export const optional = <T extends object>(columns: GroupColumns<T>): ColumnGroup<T | null> => ({
  columns,
  optional: true,
});

/** An entity's table with everything that follows from its fields. */
export interface Entity<E> {
  readonly table: string;
  /** Names and types of all columns, `user_id` included. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  /** Inserts one entity: its values are the parameters. */
  readonly insert: string;
  /** The select list under a table alias. */
  readonly select: (alias: string) => string;
  readonly read: (row: EntityRow) => E;
  /** An expression that gives the rows `from …` as one JSON value. */
  readonly jsonRows: (alias: string, from: string) => string;
  /** The entities of such rows. */
  readonly readRows: (rows: JsonRows) => E[];
  /** The values of an entity in the order of `columns`. */
  readonly values: (entity: E) => Param[];
}

/** Columns of different types in one list; each is only ever given its own values. */
type AnyColumn = Column<unknown>;
const isGroup = (field: object): field is ColumnGroup<unknown> => 'columns' in field;

/** Describes an entity once; row type, select list, reader and write part follow from it. */
export function entity<E extends object>(table: string, fields: Fields<E>): Entity<E> {
  const entries = Object.entries(fields) as [keyof E & string, object][];
  const readers: [string, (row: EntityRow) => unknown][] = [];
  const columns: AnyColumn[] = [];
  const writers: ((entity: E) => Param)[] = [];
  for (const [key, field] of entries) {
    if (!isGroup(field)) {
      const leaf = field as AnyColumn;
      columns.push(leaf);
      readers.push([key, (row) => leaf.read(row[leaf.name])]);
      writers.push((value) => leaf.write(value[key]));
      continue;
    }
    const parts = Object.entries(field.columns) as [string, AnyColumn][];
    const emptyGroup = emptyOf(parts.map(([inner]) => inner));
    readers.push([
      key,
      (row) => {
        if (field.optional && parts.some(([, { name }]) => row[name] === null)) return null;
        const value = { ...emptyGroup };
        for (const [inner, leaf] of parts) value[inner] = leaf.read(row[leaf.name]);
        return value;
      },
    ]);
    for (const [inner, leaf] of parts) {
      columns.push(leaf);
      writers.push((value) => {
        const group = value[key] as Readonly<Record<string, unknown>> | null;
        return group === null ? null : leaf.write(group[inner]);
      });
    }
  }
  const named = columns.map(({ name, type }) => [name, type] as const);
  const rowsOf = rowReader<EntityRow>(named);
  const empty = emptyOf(entries.map(([key]) => key));
  const read = (row: EntityRow): E => {
    const value = { ...empty };
    for (const [key, of] of readers) value[key] = of(row);
    return value as E;
  };
  return {
    table,
    columns: named,
    insert: `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
      values (${columns.map(({ type }, i) => `$${i + 1}::${type}`).join(', ')})`,
    select: (alias) => columns.map(({ name }) => `${alias}.${name}`).join(', '),
    read,
    jsonRows: (alias, from) => jsonRows(named, alias, from),
    readRows: (rows) => rowsOf(rows).map(read),
    values: (value) => writers.map((write) => write(value)),
  };
}
