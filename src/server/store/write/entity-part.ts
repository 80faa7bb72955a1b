import type { Param } from '../db/database.ts';
import type { Entity } from '../entities/entity.ts';
import { type NumberedPlan, type Part, USER } from './write-part.ts';

/** The column of a row's user: it is taken from the plan itself. */
const USER_ID = 'user_id';

/** A column that is written with an entity and is no field of it. */
interface Beside<Item> {
  readonly name: string;
  readonly type: string;
  /** Whether what stands there is kept unless the new value is greater; null is never greater. */
  readonly sticky?: boolean;
  readonly write: (item: Item, plan: NumberedPlan) => Param;
}

interface EntityRows<E, Item> {
  readonly items: (plan: NumberedPlan) => readonly Item[];
  readonly of: (item: Item) => E;
  readonly beside?: readonly Beside<Item>[];
  /** The order in which rows `r` are written, where one must make way for another. */
  readonly order?: string;
}

/** The write part of an entity: inserts the rows of a plan, or brings those that exist up to date. */
export function entityPart<E, Item = E>(
  { table, columns, values }: Entity<E>,
  { items, of, beside = [], order }: EntityRows<E, Item>,
): Part {
  const kept = columns.flatMap(([name], i) => (name === USER_ID ? [] : [i]));
  const written: Part['columns'] = [
    ...columns.filter(([name]) => name !== USER_ID),
    ...beside.map(({ name, type }) => [name, type] as const),
  ];
  const hasUser = kept.length < columns.length;
  const sticky = beside.filter((column) => column.sticky).map(({ name }) => name);
  return {
    name: table,
    columns: written,
    rows: (plan) =>
      items(plan).map((item) => {
        const row = values(of(item));
        const also = beside.map(({ write }) => write(item, plan));
        return [...kept.map((i) => row[i] ?? null), ...also];
      }),
    write: (source) => upsert({ table, columns: written, hasUser, sticky, order }, source),
  };
}

interface Target extends Pick<Part, 'columns'> {
  readonly table: string;
  readonly hasUser: boolean;
  readonly sticky: readonly string[];
  readonly order: string | undefined;
}

function upsert({ table, columns, hasUser, sticky, order }: Target, source: string): string {
  const names = columns.map(([name]) => name);
  const set = names
    .filter((name) => name !== 'id')
    .map((name) =>
      sticky.includes(name)
        ? `${name} = greatest(excluded.${name}, t.${name})`
        : `${name} = excluded.${name}`,
    );
  const into = [...(hasUser ? [USER_ID] : []), ...names];
  const values = [...(hasUser ? [USER] : []), ...names.map((name) => `r.${name}`)];
  return `${table}_written as (
    insert into ${table} as t (${into.join(', ')})
    select ${values.join(', ')} from ${source}${order === undefined ? '' : ` order by ${order}`}
    on conflict (id) do update set ${set.join(', ')})`;
}
