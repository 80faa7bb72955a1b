import type { Param } from '../db/database.ts';
import type { Entity } from '../entities/entity.ts';
import type { Plan } from './plan.ts';
import { type Part, USER } from './write-part.ts';

/** A column that is written with an entity and is no field of it. */
interface Beside<Item> {
  readonly name: string;
  readonly type: string;
  readonly write: (item: Item, plan: Plan) => Param;
}

/** A plan's rows of an entity; an item may be more than that. */
interface Rows<Item, B = Beside<Item>> {
  readonly items: (plan: Plan) => readonly Item[] | undefined;
  readonly beside?: readonly B[];
}

interface InsertedRows<Item> extends Rows<Item> {
  /** Columns whose values the database works out from a row `r`. */
  readonly given?: Readonly<Record<string, string>>;
  /** A condition under which a row `r` is added; none: always. */
  readonly where?: string;
}

interface StickyBeside<Item> extends Beside<Item> {
  /** Whether what stands there is kept unless the new value is greater; null is never greater. */
  readonly sticky?: boolean;
}

interface UpsertedRows<Item> extends Rows<Item, StickyBeside<Item>> {
  /** The order in which rows `r` are written, where one must make way for another. */
  readonly order?: string;
}

/** The column of a row's user: it is taken from the plan itself. */
const OF_USER: Readonly<Record<string, string>> = { user_id: USER };

/** The write part of an entity whose rows are only ever added. */
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

/** The write part of an entity: inserts the rows of a plan, or brings those that exist up to date. */
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

/** The columns that a plan gives, and its rows of them. */
function rowsOf<E, Item extends E>(
  { columns, values }: Entity<E>,
  { items, beside = [] }: Rows<Item>,
  given: Readonly<Record<string, string>>,
): Pick<Part, 'columns' | 'rows'> {
  const kept = columns.flatMap(([name], i) => (name in given ? [] : [i]));
  return {
    columns: [
      ...columns.filter(([name]) => !(name in given)),
      ...beside.map(({ name, type }) => [name, type] as const),
    ],
    rows: (plan) =>
      (items(plan) ?? []).map((item) => {
        const row = values(item);
        const also = beside.map(({ write }) => write(item, plan));
        return [...kept.map((i) => row[i] ?? null), ...also];
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
