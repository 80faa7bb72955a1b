import type { Param } from '../db/database.ts';
import type { Entity } from '../entities/entity.ts';
import type { Plan } from './plan.ts';
import { type Part, USER } from './write-part.ts';

/** Additional column that is written with an entity. */
interface Beside<Item> {
  readonly name: string;
  readonly type: string;
  readonly write: (item: Item, plan: Plan) => Param;
}

/** Rows of an entity in a plan. An item may have more fields than the entity. */
interface Rows<Item, B = Beside<Item>> {
  readonly items: (plan: Plan) => readonly Item[] | undefined;
  readonly beside?: readonly B[];
}

interface InsertedRows<Item> extends Rows<Item> {
  /** SQL expressions of columns that are computed from a row `r`. */
  readonly given?: Readonly<Record<string, string>>;
  /** SQL condition for adding a row `r`. */
  readonly where?: string;
}

interface StickyBeside<Item> extends Beside<Item> {
  /** True to keep the stored value unless the new one is greater. Null is never greater. */
  readonly sticky?: boolean;
}

interface UpsertedRows<Item> extends Rows<Item, StickyBeside<Item>> {
  /** Order in which rows `r` are written, if a unique key requires one. */
  readonly order?: string;
}

/** Column of a row's user, which is the plan's user. */
const OF_USER: Readonly<Record<string, string>> = { user_id: USER };

/** Builds the write part of an entity whose rows are only inserted. */
export function insertPart<E, Item extends E>(
  entity: Entity<E>,
  { given = {}, where = 'true', ...rows }: InsertedRows<Item>,
): Part {
  const { table } = entity;
  const part = rowsOf(entity, rows, given);
  const write = (source: string): string =>
    `${table}_added as (${insertion(table, part.columns, given)} from ${source} where ${where})`;
  return { name: table, ...part, write };
}

/** Builds the write part of an entity whose rows are upserted by id. */
export function entityPart<E, Item extends E>(
  entity: Entity<E>,
  { order, ...rows }: UpsertedRows<Item>,
): Part {
  const { table, columns } = entity;
  const given = columns.some(([name]) => name in OF_USER) ? OF_USER : {};
  const part = rowsOf(entity, rows, given);
  const sticky = (rows.beside ?? []).filter((column) => column.sticky).map(({ name }) => name);
  const set = part.columns
    .map(([name]) => name)
    .filter((name) => name !== 'id')
    .map((name) =>
      sticky.includes(name)
        ? `${name} = greatest(excluded.${name}, t.${name})`
        : `${name} = excluded.${name}`,
    );
  const write = (source: string): string => `${table}_written as (
    ${insertion(table, part.columns, given)} from ${source}
    ${order === undefined ? '' : `order by ${order}`}
    on conflict (id) do update set ${set.join(', ')})`;
  return { name: table, ...part, write };
}

/** Returns the columns that a plan sets, and its rows. */
function rowsOf<E, Item extends E>(
  { columns, values }: Entity<E>,
  { items, beside = [] }: Rows<Item>,
  given: Readonly<Record<string, string>>,
): Pick<Part, 'columns' | 'rows'> {
  const set = columns.flatMap(([name], i) => (name in given ? [] : [i]));
  return {
    columns: [
      ...columns.filter(([name]) => !(name in given)),
      ...beside.map(({ name, type }) => [name, type] as const),
    ],
    rows: (plan) =>
      (items(plan) ?? []).map((item) => {
        const row = values(item);
        const also = beside.map(({ write }) => write(item, plan));
        return [...set.map((i) => row[i] ?? null), ...also];
      }),
  };
}

function insertion(
  table: string,
  columns: Part['columns'],
  given: Readonly<Record<string, string>>,
): string {
  const names = columns.map(([name]) => name);
  const values = [...Object.values(given), ...names.map((name) => `r.${name}`)];
  return `insert into ${table} as t (${[...Object.keys(given), ...names].join(', ')})
    select ${values.join(', ')}`;
}
