import type { Readable } from 'node:stream';
import type { DepositJson } from '#contract/admin-deposits';
import { presentDeposit } from '#contract/present/deposit';
import { type CsvColumns, csvCells, csvHead } from '#domain/base/csv';
import type { Result } from '#domain/base/result';
import { csvStream, keysetPages } from '../lists/csv-stream.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { depositsPage } from '../../store/bonds/deposits.ts';

const PAGE = 1_000;

/** The file's columns, in order. */
const COLUMNS: CsvColumns<DepositJson> = [
  ['Id', (of) => of.id],
  ['Sender', (of) => of.sender],
  ['Token', (of) => of.tokenType],
  ['Amount', (of) => of.amount],
  ['Signature', (of) => of.signature],
  ['Block Time', (of) => of.blockTime],
  ['Status', (of) => of.status],
  ['Small', (of) => of.small],
  ['Refund Proposed', (of) => of.refundProposed],
  ['Fee Credit', (of) => of.ofCredit],
];

/** All payments that were no bond and no fee, oldest first, as a file. */
export function exportDeposits({
  database,
}: Pick<Parts, 'database'>): Promise<Result<Answer<Readable>>> {
  const pages = keysetPages(
    PAGE,
    (last: Awaited<ReturnType<typeof depositsPage>>[number] | null) =>
      depositsPage(database, last, PAGE),
    (rows) => rows.map((row) => csvCells(COLUMNS, presentDeposit(row))),
  );
  return csvStream('lmt-deposits.csv', csvHead(COLUMNS), pages);
}
