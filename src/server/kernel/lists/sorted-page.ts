import { type Instant, instant, iso } from '#domain/base/time';
import { type Param, type Statement, statement } from '../db/database.ts';

/** Where a page of a sorted list ended: the last row's key, null where it has none, and its id. */
export interface Keyset {
  readonly key: bigint | null;
  readonly id: string;
}

/** What each row of a page holds beside its columns. */
export interface Listed extends Keyset {
  /** Number of all rows of the list; null if the query does not count them. */
  readonly total: number | null;
}

/** What a list is sorted by; rows without a key come last, whichever way. */
export interface SortKey {
  /** The column or expression. */
  readonly sql: string;
  readonly type: 'timestamptz' | 'bigint';
  readonly isOptional?: true;
}

export interface PageQuery {
  readonly name: string;
  /** Tables and conditions, `from … where …`, that leave the rows of the list. Their parameters are the first ones. */
  readonly from: string;
  /** How many parameters `from` has. */
  readonly params: number;
  /** Column of the row's id. */
  readonly id: string;
  readonly key: SortKey;
  /** Column with the number of all rows of the list, if `from` counts them. */
  readonly total?: string | undefined;
  readonly direction: 'asc' | 'desc';
  /** What is read of the page's rows, `select …`, from `page` joined to what it needs. */
  readonly select: (key: string, page: string) => string;
}

/** Beyond every key, on the side on which rows without one stand. */
const beyond = (direction: PageQuery['direction']): string =>
  direction === 'asc' ? 'infinity' : '-infinity';

/**
 * A page of a list in one order, from its start or after a keyset: the rows are found first, and only
 * then is anything else read of them.
 */
export function sortedPage(query: PageQuery, isFirst: boolean): Statement {
  const { name, from, params: n, id, key, total = 'null::integer', direction, select } = query;
  const comes = direction === 'asc' ? '>' : '<';
  const by = key.isOptional ? `coalesce(${key.sql}, '${beyond(direction)}')` : key.sql;
  const after = `and (${by}, ${id}) ${comes} ($${n + 2}::${key.type}, $${n + 3}::uuid)`;
  const page = `with page as materialized (
     select ${id} as id, ${by} as key, ${total} as total ${from} ${isFirst ? '' : after}
     order by ${by} ${direction}, ${id} ${direction} limit $${n + 1})`;
  const shown =
    key.type === 'bigint'
      ? 'page.key'
      : `case when isfinite(page.key) then (extract(epoch from page.key) * 1000)::bigint end`;
  return statement(
    `${name}-${direction}${isFirst ? '-first' : ''}`,
    `${page} ${select(`${shown} as key, page.total`, 'page')} order by page.key ${direction}, page.id ${direction}`,
  );
}

/** Number of all rows of a list, from one of its pages; null if the page does not hold it. */
export function totalOf(page: readonly Listed[], isFirst: boolean): number | null {
  const [row] = page;
  if (row) return row.total;
  return isFirst ? 0 : null;
}

/** The parameters that follow those of `from`. */
export function pageParams(
  { key, direction }: Pick<PageQuery, 'key' | 'direction'>,
  after: Keyset | null,
  limit: number,
): Param[] {
  if (after === null) return [limit];
  if (key.type === 'bigint') return [limit, after.key ?? 0n, after.id];
  return [limit, after.key === null ? beyond(direction) : iso(timeOf(after.key)), after.id];
}

const timeOf = (key: bigint): Instant => instant(Number(key));
