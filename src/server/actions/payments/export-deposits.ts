import type { Readable } from 'node:stream';
import { presentDeposit } from '#contract/present/deposit';
import type { Result } from '#domain/base/result';
import { csvStream, keysetPages } from '../lists/csv-stream.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { depositsPage } from '../../store/bonds/deposits.ts';

const PAGE = 1_000;
const HEAD = [
  'Id',
  'Sender',
  'Token',
  'Amount',
  'Signature',
  'Block Time',
  'Status',
  'Small',
  'Refund Proposed',
  'Fee Credit',
];

/** All payments that were no bond and no fee, oldest first, as a file. */
export function exportDeposits({
  database,
}: Pick<Parts, 'database'>): Promise<Result<Answer<Readable>>> {
  const pages = keysetPages(
    PAGE,
    (last: Awaited<ReturnType<typeof depositsPage>>[number] | null) =>
      depositsPage(database, last, PAGE),
    (rows) =>
      rows
        .map(presentDeposit)
        .map((of) => [
          of.id,
          of.sender ?? '',
          of.tokenType,
          of.amount,
          of.signature,
          of.blockTime,
          of.status,
          String(of.small),
          String(of.refundProposed),
          String(of.ofCredit),
        ]),
  );
  return csvStream('lmt-deposits.csv', HEAD, pages);
}
