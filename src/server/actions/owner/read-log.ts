import type { exportLog, getLog } from '#contract/admin-log';
import type { AnswerOf } from '#contract/api';
import type { Result } from '#domain/base/result';
import { type Instant, instant, iso } from '#domain/base/time';
import type { Answer, Call } from '../../base/route.ts';
import { pageAnswer } from '../lists/page-answer.ts';
import type { Parts } from '../../parts.ts';
import { type LogFilter, checkLog, countLog, logPage } from '../../store/ledger/admin-log.ts';
import { listCount } from '../../cache/list-count.ts';

/** Which lines. */
export type LogInput = Call<typeof exportLog>['query'];

const at = (text: string | undefined): Instant | null =>
  text === undefined ? null : instant(Date.parse(text));

export const logFilter = ({ search, call, from, to }: LogInput): LogFilter => ({
  search: search?.trim() || null,
  call: call?.trim() || null,
  from: at(from),
  to: at(to),
});

/** What the owner did, newest first, and whether the chain of hashes is whole. */
export async function readLog(
  { database, cache }: Pick<Parts, 'database' | 'cache'>,
  input: Call<typeof getLog>['query'],
): Promise<Result<Answer<AnswerOf<typeof getLog>>>> {
  const before = input.cursor === undefined ? null : BigInt(input.cursor);
  const filter = logFilter(input);
  const rows = await logPage(database, filter, before, input.limit);
  const last = rows.length === input.limit ? rows.at(-1) : undefined;
  const count = await listCount(cache, `log ${JSON.stringify(filter)}`, () =>
    countLog(database, filter),
  );
  const { firstBroken, garbled } = await checkLog(database);
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
  return pageAnswer(body, count, body.nextCursor);
}
