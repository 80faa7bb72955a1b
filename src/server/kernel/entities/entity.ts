import { type Instant, iso } from '#domain/base/time';
import type { Param } from '../db/database.ts';
import { type JsonRows, emptyOf, jsonRows, rowReader } from '../db/json-rows.ts';

/** Database row: int8 as bigint, timestamptz as milliseconds. */
export type EntityRow = Readonly<Record<string, unknown>>;

/** Row of a table whose rows belong to users. */
export type OwnedRow = EntityRow & { readonly user_id: string };

/** Column with its serializer and parser. */
export interface Column<T> {
  readonly name: string;
  readonly type: string;
  readonly write: (value: T) => Param;
  readonly read: (raw: unknown) => T;
}

type GroupColumns<T> = { readonly [K in keyof T]-?: Column<T[K]> };

/** Several columns that form one value. */
export interface ColumnGroup<T> {
  readonly columns: GroupColumns<NonNullable<T>>;
  /** True if the value may be null. It is null if any of its columns is null. */
  readonly optional: boolean;
}

/** Columns of all fields of an entity. */
export type Fields<E> = { readonly [K in keyof E]-?: Column<E[K]> | ColumnGroup<E[K]> };

/** Column whose value needs no conversion: text, enum, boolean, small integer or bigint. */
export const column = <T extends Param>(name: string, type: string): Column<T> => ({
  name,
  type,
  write: (value) => value,
  read: (raw) => raw as T,
});

/** Column of an instant, nullable or not. */
export const instant = <T extends Instant | null>(name: string): Column<T> => ({
  name,
  type: 'timestamptz',
  write: (value) => (value === null ? null : iso(value)),
  read: (raw) => raw as T,
});

/** Column of a count far below 2⁵³ (a slot, a block height), stored as int8. */
export const count = <T extends number | null>(name: string): Column<T> => ({
  name,
  type: 'bigint',
  write: (value) => value,
  read: (raw) => (raw === null ? null : Number(raw)) as T,
});

/** Column of a sum or product of int8 values, which may exceed int8. */
export const numeric = <T extends bigint | null>(name: string): Column<T> => ({
  name,
  type: 'numeric',
  write: (value) => value,
  read: (raw) => (raw === null ? null : BigInt(raw as string)) as T,
});

/** Value of several columns that is never null. */
export const group = <T extends object>(columns: GroupColumns<T>): ColumnGroup<T> => ({
  columns,
  optional: false,
});

/** Value of several columns that is null if any of them is null. */
export const optional = <T extends object>(columns: GroupColumns<T>): ColumnGroup<T | null> => ({
  columns,
  optional: true,
});

/** Table of an entity, with SQL and converters derived from its fields. */
export interface Entity<E> {
  readonly table: string;
  /** Names and types of all columns, `user_id` included. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  /** Statement that inserts one entity, with its values as parameters. */
  readonly insert: string;
  /** Select list under a table alias. */
  readonly select: (alias: string) => string;
  readonly read: (row: EntityRow) => E;
  /** SQL expression for the rows `from …` as one JSON value. */
  readonly jsonRows: (alias: string, from: string) => string;
  /** Parses such rows. */
  readonly readRows: (rows: JsonRows) => E[];
  /** Values of an entity in the order of `columns`. */
  readonly values: (entity: E) => Param[];
}

/** Column of any type, for lists of columns. */
type AnyColumn = Column<unknown>;
const isGroup = (field: object): field is ColumnGroup<unknown> => 'columns' in field;

/** Builds an entity from its fields. */
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
