import type { PendingSellJson, listAllSells as endpoint } from '#contract/admin-sells';
import type { AnswerOf } from '#contract/api';
import { RISK_LEVELS } from '#domain/audit/audit';
import { formatAmount } from '#domain/base/money';
import { queueValue } from '#domain/sells/purse';
import type { Result } from '#domain/base/result';
import type { Answer, Call } from '../../base/route.ts';
import { foreignCursor, readCursor, writeCursor } from '../lists/cursor.ts';
import { pageAnswer } from '../lists/page-answer.ts';
import type { Parts } from '../../parts.ts';
import type { Session } from '../../store/db/database.ts';
import { readHead } from '../../store/terms/head.ts';
import {
  type SellFilter,
  countSells,
  decidedSells,
  pendingSells,
  readQueue,
  sellsPage,
  sellsUnderWay,
} from '../../store/sells/sells.ts';
import { listCount } from '../../cache/list-count.ts';
import { showSells } from './read-sells.ts';
import { readTreasuryHoldings } from '../protocol/treasury-holdings.ts';
import { listOutside } from '../payouts/outside.ts';
import { presentPurse, treasuryPurse } from '../payouts/treasury-purse.ts';

/** More than anybody reviews in one sitting; the rest follows as these are decided. */
const PENDING_MAX = 200;
const DECIDED_SHOWN = 10;
/** Each is final within a minute or is looked at: more are never under way at once. */
const UNDER_WAY_MAX = 500;

type AllSells = AnswerOf<typeof endpoint>;

/** The queue, oldest first, and a page of all requests, newest first; with what the treasury has to pay them. */
export async function listAllSells(
  parts: Pick<Parts, 'database' | 'cache' | 'chain' | 'isStaticFeed'>,
  { limit, cursor, search, status }: Call<typeof endpoint>['query'],
): Promise<Result<Answer<AllSells>>> {
  const { database, cache } = parts;
  const from = cursor === undefined ? null : readCursor(cursor);
  if (cursor !== undefined && from === null) return foreignCursor();
  const filter = { search: search?.trim() || null, status: status ?? null };
  const page = await sellsPage(database, filter, { cursor: from, limit });
  const count = (of: SellFilter): Promise<number> =>
    listCount(cache, `sells ${of.status} ${of.search}`, () => countSells(database, of));
  const queue = await readQueue(database);
  const { now, sol } = await readHead(database);
  const purse = await treasuryPurse(database, await readTreasuryHoldings(parts, now));
  const last = page.length === limit ? page.at(-1)?.sell : undefined;
  const body: AllSells = {
    pending: await showPending(database),
    decided: await showSells(database, await decidedSells(database, DECIDED_SHOWN)),
    underWay: await showSells(database, await sellsUnderWay(database, UNDER_WAY_MAX)),
    outside: await listOutside(parts),
    all: await showSells(database, page),
    pendingCount: queue.count,
    totalCount: await count({ search: null, status: null }),
    pendingValueUSD: formatAmount('USDC', queueValue(queue, sol.price)),
    treasury: purse && presentPurse(purse),
    nextCursor: last ? writeCursor({ at: last.requestedAt, id: last.id }) : null,
  };
  return pageAnswer(body, await count(filter), body.nextCursor);
}

async function showPending(session: Session): Promise<PendingSellJson[]> {
  const pending = await pendingSells(session, PENDING_MAX);
  const shown = await showSells(session, pending);
  return shown.map((sell, i) => {
    const risk = pending[i]?.risk ?? null;
    return { ...sell, riskLevel: risk === null ? null : (RISK_LEVELS[risk] ?? null) };
  });
}
