import { iso } from '#domain/time';
import type { Parts } from '../parts.ts';
import { firstBrokenLine, logPage } from '../store/admin-log.ts';

interface LogAnswer {
  readonly entries: {
    readonly seq: number;
    readonly at: string;
    readonly actor: string;
    readonly call: string;
    readonly reason: string | null;
    readonly before: unknown;
    readonly after: unknown;
    readonly hash: string;
  }[];
  readonly holds: boolean;
  readonly nextCursor: string | null;
}

/** What the owner did, newest first, and whether the chain of hashes is whole. */
export async function readLog(
  { database }: Parts,
  input: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly search?: string | undefined;
  },
): Promise<LogAnswer> {
  const before = input.cursor === undefined ? null : BigInt(input.cursor);
  const rows = await logPage(database, before, input.search?.trim() || null, input.limit);
  const last = rows.length === input.limit ? rows.at(-1) : undefined;
  return {
    entries: rows.map(({ seq, at, before: was, after: is, ...row }) => ({
      ...row,
      seq: Number(seq),
      at: iso(at),
      before: JSON.parse(was) as unknown,
      after: JSON.parse(is) as unknown,
    })),
    holds: (await firstBrokenLine(database)) === null,
    nextCursor: last ? last.seq.toString() : null,
  };
}
