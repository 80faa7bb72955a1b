import type { Readable } from 'node:stream';
import type { exportSells as endpoint } from '#contract/admin-sells';
import type { SellJson } from '#contract/sells';
import { type CsvColumns, csvCells, csvHead } from '#domain/base/csv';
import type { Result } from '#domain/base/result';
import { csvStream, keysetPages } from '../lists/csv-stream.ts';
import type { Answer, Call } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { type ListedSell, sellsPage } from '../../store/sells/sells.ts';
import { showSells } from './read-sells.ts';

const PAGE = 1_000;

const sent = ({ payout }: SellJson) => (payout?.status === 'withdrawn' ? null : payout);

/** The file's columns, in order. */
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

/** All sell requests that a filter leaves, newest first, as a file. */
export function exportSells(
  { database }: Pick<Parts, 'database'>,
  { search, status }: Call<typeof endpoint>['query'],
): Promise<Result<Answer<Readable>>> {
  const filter = { search: search?.trim() || null, status: status ?? null };
  const pages = keysetPages(
    PAGE,
    (last: ListedSell | null) => {
      const cursor = last && { at: last.sell.requestedAt, id: last.sell.id };
      return sellsPage(database, filter, { cursor, limit: PAGE });
    },
    async (rows) => (await showSells(database, rows)).map((sell) => csvCells(COLUMNS, sell)),
  );
  return csvStream('lmt-sell-verifications.csv', csvHead(COLUMNS), pages);
}
