import type { Readable } from 'node:stream';
import type { exportLog as file, getLog } from '#contract/audit/admin-log';
import type { AnswerOf } from '#contract/api';
import type { CsvColumns } from '#domain/base/csv';
import type { Result } from '#domain/base/result';
import { type Instant, instant, iso } from '#domain/base/time';
import type { Answer, Call } from '../kernel/base/route.ts';
import type { Parts } from '../kernel/parts.ts';
import type { LogRow } from '../kernel/entities/log-line.ts';
import { type LogFilter, checkLog, countLog, logPage } from '../kernel/ledger/admin-log.ts';
import { csvStream, keysetPages } from '../kernel/lists/csv-stream.ts';
import { pageResponse } from '../kernel/lists/page-response.ts';

type LogInput = Call<typeof file>['query'];

const at = (text: string | undefined): Instant | null =>
  text === undefined ? null : instant(Date.parse(text));

const logFilter = ({ search, call, from, to }: LogInput): LogFilter => ({
  search: search?.trim() || null,
  call: call?.trim() || null,
  from: at(from),
  to: at(to),
});

/** Returns the owner's log, newest first, and whether its hash chain is unbroken. */
export async function readLog(
  { database, cache }: Pick<Parts, 'database' | 'cache'>,
  input: Call<typeof getLog>['query'],
): Promise<Result<Answer<AnswerOf<typeof getLog>>>> {
  const before = input.cursor === undefined ? null : BigInt(input.cursor);
  const filter = logFilter(input);
  const rows = await logPage(database, filter, { before, limit: input.limit });
  const last = rows.length === input.limit ? rows.at(-1) : undefined;
  const count = await cache.memo(`count of log ${JSON.stringify(filter)}`, () =>
    countLog(database, filter),
  );
  const { firstBroken, garbled } = await cache.memo('log check', () => checkLog(database));
  const body = {
    entries: rows.map(({ seq, at, before: was, after: is, ...row }) => ({
      ...row,
      seq: Number(seq),
      at: iso(at),
      before: JSON.parse(was) as unknown,
      after: JSON.parse(is) as unknown,
    })),
    holds: firstBroken === null,
    firstBroken: firstBroken === null ? null : Number(firstBroken),
    garbled: garbled.map(Number),
    nextCursor: last ? last.seq.toString() : null,
  };
  return pageResponse(body, count, body.nextCursor);
}

const PAGE = 1_000;

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

/** Exports the owner's log, newest first, as a CSV file. */
export function exportLog(
  { database }: Pick<Parts, 'database'>,
  input: LogInput,
): Promise<Result<Answer<Readable>>> {
  const filter = logFilter(input);
  const pages = keysetPages<LogRow>(PAGE, (last) =>
    logPage(database, filter, { before: last && last.seq, limit: PAGE }),
  );
  return csvStream({ name: 'lmt-log.csv', columns: COLUMNS, show: (rows) => rows }, pages);
}
