import type { Readable } from 'node:stream';
import { type CsvColumns, csvCells, csvHead } from '#domain/base/csv';
import type { Result } from '#domain/base/result';
import { iso } from '#domain/base/time';
import { csvStream, keysetPages } from '../lists/csv-stream.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import type { LogRow } from '../../store/entities/log-line.ts';
import { logPage } from '../../store/ledger/admin-log.ts';
import { type LogInput, logFilter } from './read-log.ts';

const PAGE = 1_000;

/** The file's columns, in order. */
const COLUMNS: CsvColumns<LogRow> = [
  ['Line', ({ seq }) => String(seq)],
  ['At', ({ at }) => iso(at)],
  ['Actor', ({ actor }) => actor],
  ['Call', ({ call }) => call],
  ['Reason', ({ reason }) => reason],
  ['Before', ({ before }) => before],
  ['After', ({ after }) => after],
  ['Hash', ({ hash }) => hash],
];

/** What the owner did, newest first, as a file. */
export function exportLog(
  { database }: Pick<Parts, 'database'>,
  input: LogInput,
): Promise<Result<Answer<Readable>>> {
  const filter = logFilter(input);
  const pages = keysetPages(
    PAGE,
    (last: LogRow | null) => logPage(database, filter, last && last.seq, PAGE),
    (rows) => rows.map((row) => csvCells(COLUMNS, row)),
  );
  return csvStream('lmt-log.csv', csvHead(COLUMNS), pages);
}
