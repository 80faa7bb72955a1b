import type { Readable } from 'node:stream';
import type {
  PendingSellJson,
  exportSells as file,
  listAllSells as listing,
} from '#contract/payouts/admin-sells';
import type { AnswerOf } from '#contract/api';
import type { SellJson } from '#contract/sells/sells';
import { RISK_LEVELS } from '#domain/audit/audit';
import type { CsvColumns } from '#domain/base/csv';
import { formatAmount } from '#domain/base/money';
import type { Result } from '#domain/base/result';
import { queueValue } from '#domain/payouts/payout-budget';
import type { Answer, Call } from '../kernel/base/route.ts';
import type { Parts } from '../kernel/parts.ts';
import type { Session } from '../kernel/db/database.ts';
import {
  type ListedSell,
  type SellFilter,
  countSells,
  decidedSells,
  pendingSells,
  readQueue,
  sellsPage,
  sellsUnderWay,
} from '../sells/sell-queries.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { csvStream, keysetPages } from '../kernel/lists/csv-stream.ts';
import { readCursor, writeCursor } from '../kernel/lists/page-cursor.ts';
import { pageResponse } from '../kernel/lists/page-response.ts';
import { listOutside } from './outside-payouts.ts';
import { serializePayoutBudget, readPayoutBudget } from './payout-budget.ts';
import { readTreasuryHoldings } from '../treasury/treasury-holdings.ts';
import { showSells } from '../sells/read-sells.ts';

/** Maximum pending requests listed: more than one review; the rest follows as these are decided. */
const PENDING_MAX = 200;
const DECIDED_SHOWN = 10;
/** Maximum requests listed whose payout is open. Each payout is finalized or alerted within a minute. */
const UNDER_WAY_MAX = 500;

type AllSells = AnswerOf<typeof listing>;

const filterOf = ({ search, status }: Call<typeof file>['query']): SellFilter => ({
  search: search?.trim() || null,
  status: status ?? null,
});

/**
 * Returns the queue, oldest first, and a page of all requests, newest first, with the treasury's available
 * balances.
 */
export async function listAllSells(
  parts: Pick<Parts, 'database' | 'cache' | 'chain' | 'isStaticFeed'>,
  { limit, cursor, ...input }: Call<typeof listing>['query'],
): Promise<Result<Answer<AllSells>>> {
  const { database, cache } = parts;
  const from = readCursor(cursor);
  if (!from.ok) return from;
  const filter = filterOf(input);
  const page = await sellsPage(database, filter, { cursor: from.value, limit });
  const count = (of: SellFilter): Promise<number> =>
    cache.memo(`count of sells ${JSON.stringify([of.status, of.search])}`, () =>
      countSells(database, of),
    );
  const queue = await readQueue(database);
  const { now, sol } = await readHead(database);
  const budget = await readPayoutBudget(database, await readTreasuryHoldings(parts, now));
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
    treasury: budget && serializePayoutBudget(budget),
    nextCursor: last ? writeCursor({ at: last.requestedAt, id: last.id }) : null,
  };
  return pageResponse(body, await count(filter), body.nextCursor);
}

async function showPending(session: Session): Promise<PendingSellJson[]> {
  const pending = await pendingSells(session, PENDING_MAX);
  const shown = await showSells(session, pending);
  return shown.map((sell, i) => {
    const risk = pending[i]?.risk ?? null;
    return { ...sell, riskLevel: risk === null ? null : (RISK_LEVELS[risk] ?? null) };
  });
}

const PAGE = 1_000;

const sent = ({ payout }: SellJson) =>
  payout?.status === 'sent' || payout?.status === 'finalized' ? payout : null;

const COLUMNS: CsvColumns<SellJson> = [
  ['Id', (of) => of.id],
  ['User Id', (of) => of.userId],
  ['Wallet', (of) => of.walletAddress],
  ['Username', (of) => of.username],
  ['Status', (of) => of.status],
  ['LMT Amount', (of) => of.lmtAmount],
  ['LMT Price', (of) => of.lmtPrice],
  ['Sell Fee', (of) => of.sellFee],
  ['Net LMT', (of) => of.netLMT],
  ['Payout Amount', (of) => of.payoutAmount],
  ['Payout Currency', (of) => of.payoutCurrency],
  ['Requested', (of) => of.requestedAt],
  ['Reviewed', (of) => of.reviewedAt],
  ['Notes', (of) => of.notes],
  ['Payout Status', (of) => of.payout?.status],
  ['Payout Signature', (of) => of.payout?.signature],
  ['Payout Sent', (of) => sent(of)?.amount],
  ['Rent Charged', (of) => sent(of)?.rentCharged],
];

/** Exports all sell requests that match a filter, newest first, as a CSV file. */
export function exportSells(
  { database }: Pick<Parts, 'database'>,
  input: Call<typeof file>['query'],
): Promise<Result<Answer<Readable>>> {
  const filter = filterOf(input);
  const pages = keysetPages<ListedSell>(PAGE, (last) => {
    const cursor = last && { at: last.sell.requestedAt, id: last.sell.id };
    return sellsPage(database, filter, { cursor, limit: PAGE });
  });
  const show = (rows: readonly ListedSell[]) => showSells(database, rows);
  return csvStream({ name: 'lmt-sell-verifications.csv', columns: COLUMNS, show }, pages);
}
