import type { SellJson } from '#contract/sells';
import { type Result, ok, refuse } from '#domain/result';
import type { Answer } from '../http/route.ts';
import { readCursor, writeCursor } from '../http/cursor.ts';
import type { Parts } from '../parts.ts';
import { countSells, pendingSells, sellsPage } from '../store/sells.ts';
import { showSells } from './read-sells.ts';

/** More than anybody reviews in one sitting; the rest follows as these are decided. */
const PENDING_MAX = 500;

interface AllSells {
  readonly pending: SellJson[];
  readonly all: SellJson[];
  readonly pendingCount: number;
  readonly totalCount: number;
  readonly nextCursor: string | null;
}

/** The queue, oldest first, and a page of all requests, newest first. */
export async function listAllSells(
  { database }: Parts,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Result<Answer<AllSells>>> {
  const from = cursor === undefined ? null : readCursor(cursor);
  if (cursor !== undefined && from === null) {
    return refuse('MALFORMED', { issues: ['query.cursor: not one of ours'] });
  }
  const pending = await pendingSells(database, PENDING_MAX);
  const page = await sellsPage(database, from, limit);
  const { total, pending: pendingCount } = await countSells(database);
  const last = page.length === limit ? page.at(-1)?.sell : undefined;
  const body: AllSells = {
    pending: await showSells(database, pending),
    all: await showSells(database, page),
    pendingCount,
    totalCount: total,
    nextCursor: last ? writeCursor({ at: last.requestedAt, id: last.id }) : null,
  };
  return ok({ status: 200, body, headers: { 'x-total-count': String(total) } });
}
