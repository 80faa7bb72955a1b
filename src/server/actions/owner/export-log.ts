import type { Readable } from 'node:stream';
import type { Result } from '#domain/base/result';
import { iso } from '#domain/base/time';
import { csvStream, keysetPages } from '../lists/csv-stream.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import type { LogRow } from '../../store/entities/log-line.ts';
import { logPage } from '../../store/ledger/admin-log.ts';
import { type LogInput, logFilter } from './read-log.ts';

const PAGE = 1_000;
const HEAD = ['Line', 'At', 'Actor', 'Call', 'Reason', 'Before', 'After', 'Hash'];

/** What the owner did, newest first, as a file. */
export function exportLog(
  { database }: Pick<Parts, 'database'>,
  input: LogInput,
): Promise<Result<Answer<Readable>>> {
  const filter = logFilter(input);
  const pages = keysetPages(
    PAGE,
    (last: LogRow | null) => logPage(database, filter, last && last.seq, PAGE),
    (rows) =>
      rows.map(({ seq, at, actor, call, reason, before, after, hash }) => [
        String(seq),
        iso(at),
        actor,
        call,
        reason ?? '',
        before,
        after,
        hash,
      ]),
  );
  return csvStream('lmt-log.csv', HEAD, pages);
}
