import type { AuditFilter } from '#domain/audit/audit';
import { likePattern } from '../kernel/lists/like-pattern.ts';
import { type Session, type Statement, only, statement } from '../kernel/db/database.ts';

export type AuditSort = 'risk' | 'wallet' | 'bonded' | 'staked' | 'unstaked' | 'issues';
export type Direction = 'asc' | 'desc';

export interface AuditView {
  readonly filter: AuditFilter;
  readonly search: string | null;
  readonly sort: AuditSort;
  readonly direction: Direction;
}

/** User in an audit, with the sort key. */
export interface AuditRow {
  readonly userId: string;
  readonly key: string;
  /** JSON. */
  readonly report: string;
}

/** Sort expression of each order, and its type. */
const ORDERS: { readonly [S in AuditSort]: readonly [expression: string, type: string] } = {
  risk: ['(risk * 1000000000::bigint + issues)', 'bigint'],
  wallet: ['wallet collate "C"', 'text'],
  bonded: ['bonded', 'numeric'],
  staked: ['staked', 'bigint'],
  unstaked: ['unstaked', 'bigint'],
  issues: ['issues', 'bigint'],
};

/** SQL form of matchesFilter: $1 is the run, $2 the filter, $3 the search. */
const MATCHES = `run_id = $1
  and ($3::text is null or wallet ilike $3 or user_id::text ilike $3)
  and case $2 when 'issues' then issues > 0 or feeless > 0 when 'high' then risk = 2
    when 'medium' then risk > 0 else true end`;
const COUNT = statement(
  'audit-users-count',
  `select count(*)::integer as count from audit_users where ${MATCHES}`,
);

function pageOf(sort: AuditSort, direction: Direction): Statement {
  const [by, type] = ORDERS[sort];
  const beyond = direction === 'asc' ? '>' : '<';
  return statement(
    `audit-users-${sort}-${direction}`,
    `select user_id as "userId", (${by})::text as key, report from audit_users where ${MATCHES}
       and ($4::text is null or (${by}, user_id) ${beyond} ($4::text::${type}, $5::uuid))
     order by ${by} ${direction}, user_id ${direction} limit $6`,
  );
}

/** Returns a page of an audit's users, in the view's order, after a row. */
export async function auditPage(
  session: Session,
  {
    runId,
    view: { filter, search, sort, direction },
  }: { readonly runId: string; readonly view: AuditView },
  {
    after,
    limit,
  }: { readonly after: Pick<AuditRow, 'key' | 'userId'> | null; readonly limit: number },
): Promise<AuditRow[]> {
  const from = [after?.key ?? null, after?.userId ?? null];
  const params = [runId, filter, likePattern(search), ...from, limit];
  return session.query<AuditRow>(pageOf(sort, direction), params);
}

export async function countAuditUsers(
  session: Session,
  runId: string,
  { filter, search }: AuditView,
): Promise<number> {
  const params = [runId, filter, likePattern(search)];
  return only(await session.query<{ count: number }>(COUNT, params)).count;
}
