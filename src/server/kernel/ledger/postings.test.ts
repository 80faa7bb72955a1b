import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { ask, behindTriggers, untilWaiting } from '#test/support/store';
import type { Database, Session } from '../db/database.ts';
import { violations } from './invariants.ts';

interface Line {
  readonly line: number;
  readonly amount: number;
  readonly asset?: 'LMT' | 'SOL';
}
const PAIR: readonly Line[] = [
  { line: 1, amount: -5 },
  { line: 2, amount: 5 },
];

const journalSql = (id: string, lines: number | null): string =>
  `insert into journals (id, recorded_at, effective_at, kind, subject, lines)
   select '${id}', db_now(), db_now(), 'adjusted', '${id}', ${lines}::smallint`;
const postingsSql = (id: string, lines: readonly Line[]): string =>
  `insert into postings (journal_id, line, kind, asset, amount) values ${lines
    .map(
      ({ line, amount, asset = 'LMT' }) => `('${id}', ${line}, 'adjusted', '${asset}', ${amount})`,
    )
    .join(', ')}`;
/** Builds one statement that writes a journal with its postings. */
const written = (id: string, count: number | null, lines: readonly Line[]): string =>
  `with j as (${journalSql(id, count)}) ${postingsSql(id, lines)}`;

onOneDatabase('the ledger', (fresh, kind) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await fresh();
    ({ database } = opened);
  });
  afterAll(async () => {
    expect(await violations(database)).toEqual([]);
    await opened.close();
  });

  const rows = async (id: string) => {
    const [row] = await ask<{ journals: number; postings: number }>(
      database,
      `select (select count(*)::integer from journals where id = $1) as journals,
         (select count(*)::integer from postings where journal_id = $1) as postings`,
      [id],
    );
    return row;
  };
  /** Deletes a test's journal, which violates invariants. */
  const deleteJournal = (id: string): Promise<void> =>
    behindTriggers(
      database,
      `delete from postings where journal_id = '${id}'; delete from journals where id = '${id}'`,
    );

  test('takes a journal with its postings in one statement', async () => {
    const id = randomUUID();
    await database.exec(written(id, 2, PAIR));
    expect(await rows(id)).toEqual({ journals: 1, postings: 2 });
    await deleteJournal(id);
  });

  test.each<[string, number | null, readonly Line[]]>([
    ['postings that do not add up to zero', 2, [PAIR[0]!, { line: 2, amount: 4 }]],
    [
      'postings that add up to zero only across assets',
      2,
      [PAIR[0]!, { ...PAIR[1]!, asset: 'SOL' }],
    ],
    ['more postings than lines', 1, PAIR],
    ['fewer postings than lines', 3, PAIR],
    ['a missing line', 2, [PAIR[0]!, { line: 3, amount: 5 }]],
    ['the same line twice', 2, [PAIR[0]!, { line: 1, amount: 5 }]],
    ['a line 0', 2, [PAIR[0]!, { line: 0, amount: 5 }]],
    ['a posting of nothing', 3, [...PAIR, { line: 3, amount: 0 }]],
    ['no number of lines', null, PAIR],
    ['0 lines', 0, PAIR],
  ])('refuses a journal with %s', async (_, count, lines) => {
    const id = randomUUID();
    await expect(database.exec(written(id, count, lines))).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    });
    expect(await rows(id)).toEqual({ journals: 0, postings: 0 });
  });

  test('refuses two journals in one statement that only together add up to zero', async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    const sql = `with a as (${journalSql(a, 1)}), b as (${journalSql(b, 1)})
      insert into postings (journal_id, line, kind, asset, amount)
      values ('${a}', 1, 'adjusted', 'LMT', 5), ('${b}', 1, 'adjusted', 'LMT', -5)`;
    await expect(database.exec(sql)).rejects.toThrow('do not add up to zero');
  });

  test('refuses a journal without postings, and postings without a journal', async () => {
    const id = randomUUID();
    await expect(database.exec(journalSql(id, 2))).rejects.toThrow('a journal has no postings');
    await expect(database.exec(postingsSql(id, PAIR))).rejects.toThrow(
      'not the lines of a journal',
    );
  });

  test('refuses a journal whose postings come in the next statement of its transaction', async () => {
    const id = randomUUID();
    const split = database.transaction(async (session) => {
      await session.exec(journalSql(id, 2));
      await session.exec(postingsSql(id, PAIR));
    });
    await expect(split).rejects.toThrow('a journal has no postings');
  });

  describe('with a stored journal', () => {
    const id = randomUUID();
    beforeAll(() => database.exec(written(id, 2, PAIR)));
    afterAll(() => deleteJournal(id));

    test.each<[string, readonly Line[]]>([
      ['one more posting', [{ line: 3, amount: 1 }]],
      [
        'two more postings that add up to zero',
        [
          { line: 3, amount: 1 },
          { line: 4, amount: -1 },
        ],
      ],
      [
        'as many postings again',
        [
          { line: 3, amount: 5 },
          { line: 4, amount: -5 },
        ],
      ],
      ['its own postings again', PAIR],
    ])('refuses %s', async (_, lines) => {
      await expect(database.exec(postingsSql(id, lines))).rejects.toMatchObject({
        code: expect.stringMatching(/^23/),
      });
    });

    test('refuses its id for another journal', async () => {
      await expect(
        database.exec(
          written(id, 4, [
            { line: 3, amount: 1 },
            { line: 4, amount: -1 },
          ]),
        ),
      ).rejects.toMatchObject({ code: '23505' });
    });

    test('refuses more postings in the transaction that wrote a journal', async () => {
      const own = randomUUID();
      const extended = database.transaction(async (session) => {
        await session.exec(written(own, 2, PAIR));
        await session.exec(
          postingsSql(own, [
            { line: 3, amount: 1 },
            { line: 4, amount: -1 },
          ]),
        );
      });
      await expect(extended).rejects.toThrow('not the lines of a journal');
      expect(await rows(own)).toEqual({ journals: 0, postings: 0 });
    });
  });

  describe.skipIf(kind !== 'postgres')('beside a concurrent transaction', () => {
    /** Opens a transaction that waits after its work until `commit` is called. */
    const stopped = async (work: (session: Session) => Promise<void>) => {
      let commit = (): void => {};
      const released = new Promise<void>((resolve) => (commit = resolve));
      let begun = (): void => {};
      const worked = new Promise<void>((resolve) => (begun = resolve));
      const done = database.transaction(async (session) => {
        await work(session);
        begun();
        await released;
      });
      await Promise.race([worked, done]);
      return { commit, done };
    };

    test('refuses postings to a journal that is not committed yet', async () => {
      const id = randomUUID();
      const first = await stopped((session) => session.exec(written(id, 2, PAIR)));
      const more = [
        { line: 3, amount: 1 },
        { line: 4, amount: -1 },
      ];
      await expect(database.exec(postingsSql(id, more))).rejects.toThrow(
        'not the lines of a journal',
      );
      first.commit();
      await first.done;
      expect(await rows(id)).toEqual({ journals: 1, postings: 2 });
      await deleteJournal(id);
    });

    test('writes a journal once if two transactions write it concurrently', async () => {
      const id = randomUUID();
      const first = await stopped((session) => session.exec(written(id, 2, PAIR)));
      const second = database.exec(written(id, 2, PAIR)).catch((error: unknown) => error);
      await untilWaiting(database);
      first.commit();
      await first.done;
      expect(await second).toMatchObject({ code: '23505' });
      expect(await rows(id)).toEqual({ journals: 1, postings: 2 });
      await deleteJournal(id);
    });
  });
});
