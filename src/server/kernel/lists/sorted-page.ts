import { type Instant, instant, iso } from '#domain/base/time';
import { type Param, type Statement, statement } from '../db/database.ts';

/** End of a page in a sorted list: sort key of the last row (null if it has none), and its id. */
export interface Keyset {
  readonly key: bigint | null;
  readonly id: string;
}

/** Additional columns of each row of a page. */
export interface Listed extends Keyset {
  /** Number of all rows of the list; null if the query does not count them. */
  readonly total: number | null;
}

/** Sort key of a list. Rows without a key come last in both directions. */
export interface SortKey {
  /** Column or expression. */
  readonly sql: string;
  readonly type: 'timestamptz' | 'bigint';
  readonly isOptional?: true;
}

export interface PageQuery {
  readonly name: string;
  /** `from … where …` that selects the rows of the list. Its parameters come first. */
  readonly from: string;
  /** Number of parameters in `from`. */
  readonly params: number;
  /** Column of the row's id. */
  readonly id: string;
  readonly key: SortKey;
  /** Column with the number of all rows of the list, if `from` counts them. */
  readonly total?: string | undefined;
  readonly direction: 'asc' | 'desc';
  /** Builds `select …` from `page`, joined to the tables that it needs. */
  readonly select: (key: string, page: string) => string;
}

/** Sort key of rows without one, which puts them last. */
const beyond = (direction: PageQuery['direction']): string =>
  direction === 'asc' ? 'infinity' : '-infinity';

/**
 * Builds the statement of a page in one order, from the start or after a keyset. Finds the page's rows first, and
 * reads other columns only of those.
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

/** Returns the parameters after those of `from`. */
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
