import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instant } from '#domain/base/time';
import { T0 } from '#test/domain/builders';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { ask, behindTriggers } from '#test/support/store';
import { type LogEntry, appendLog, checkLog } from './admin-log.ts';
import { type Json, canonicalJson } from './canonical-json.ts';
import type { Database } from '../db/database.ts';

const entry = (n: number): LogEntry => ({
  at: instant(T0 + n),
  actor: 'owner',
  call: `PUT /api/admin/settings/${n}`,
  reason: n % 2 === 0 ? null : 'because',
  before: { fee: '0.150000', nested: { b: [1, null, true], a: 'x' } },
  after: { fee: '0.120000' },
});

describe('canonical JSON', () => {
  test('has sorted keys and no blanks', () => {
    expect(canonicalJson({ b: 1, a: [true, { d: null, c: 'é"\\' }] })).toBe(
      '{"a":[true,{"c":"é\\"\\\\","d":null}],"b":1}',
    );
    expect(canonicalJson({ B: 1, a: 2, '10': 3, '9': 4 })).toBe('{"10":3,"9":4,"B":1,"a":2}');
    expect(canonicalJson([])).toBe('[]');
  });

  test('does not depend on the order of keys, and loses nothing', () => {
    const shuffled = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (value === null || typeof value !== 'object') return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, field]) => [key, shuffled(field)]),
      );
    };
    const plain = fc
      .jsonValue()
      .map((value) => JSON.parse(JSON.stringify(value)) as Json)
      .filter((value) => !JSON.stringify(value).includes('__proto__'));
    fc.assert(
      fc.property(plain, (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });
});

onOneDatabase('the owner’s log', (fresh, kind) => {
  let opened: TestDatabase;
  let database: Database;
  const LINES = 5;
  const append = (n: number): Promise<string> =>
    database.transaction((session) => appendLog(session, entry(n)));

  beforeAll(async () => {
    opened = await fresh();
    ({ database } = opened);
    expect(await checkLog(database)).toEqual({ firstBroken: null, garbled: [] });
    for (let n = 1; n <= LINES; n += 1) await append(n);
  });
  afterAll(() => opened.close());

  test('is an unbroken chain of numbered lines', async () => {
    expect(await checkLog(database)).toEqual({ firstBroken: null, garbled: [] });
    const rows = await ask<{ seq: bigint; hash: string }>(
      database,
      'select seq, hash from admin_log order by seq',
    );
    expect(rows.map(({ seq }) => seq)).toEqual([1n, 2n, 3n, 4n, 5n]);
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(LINES);
  });

  test('round-trips a line', async () => {
    const rows = await ask<Record<string, unknown>>(
      database,
      'select at, actor, call, reason, before, after from admin_log where seq = 3',
    );
    const { before, after, ...rest } = entry(3);
    expect(rows).toEqual([{ ...rest, before: canonicalJson(before), after: canonicalJson(after) }]);
  });

  test('is hashed as the database stores it, including lone surrogates', async () => {
    const undo = new Error('undo');
    const tried = database.transaction(async (session) => {
      await appendLog(session, { ...entry(6), reason: 'half \ud83d', after: { a: '\udc00' } });
      expect(await checkLog(session)).toEqual({ firstBroken: null, garbled: [] });
      throw undo;
    });
    await expect(tried).rejects.toBe(undo);
  });

  describe('detects a change', () => {
    const changes: readonly (readonly [string, string])[] = [
      ['at', `at = at + interval '1 millisecond'`],
      ['actor', `actor = actor || ' '`],
      ['call', `call = 'GET /'`],
      ['reason', `reason = case when reason is null then '' end`],
      ['before', `before = before || ' '`],
      ['after', `after = '{}'`],
      ['hash', `hash = repeat('a', 64)`],
      ['seq', `seq = seq + 100`],
    ];
    const cases = changes.flatMap(([name, change]) =>
      [1, 3, LINES].map((seq) => [name, seq, change] as const),
    );

    test.each(cases)('of %s in line %d', async (_, seq, change) => {
      const undo = new Error('undo');
      const tried = database.transaction(async (session) => {
        await behindTriggers(session, `update admin_log set ${change} where seq = ${seq}`);
        expect((await checkLog(session)).firstBroken).toBe(BigInt(seq));
        throw undo;
      });
      await expect(tried).rejects.toBe(undo);
    });

    test.each([
      ['that removes a line', 'delete from admin_log where seq = 2', 2n],
      [
        'that swaps two lines',
        `update admin_log set seq = 99 where seq = 2; update admin_log set seq = 2 where seq = 3;
         update admin_log set seq = 3 where seq = 99`,
        2n,
      ],
      [
        'that adds a forged line',
        `insert into admin_log select 6, at, actor, call, reason, before, after, hash
         from admin_log where seq = 5`,
        6n,
      ],
    ])('%s', async (_, script, line) => {
      const undo = new Error('undo');
      const tried = database.transaction(async (session) => {
        await behindTriggers(session, script);
        expect((await checkLog(session)).firstBroken).toBe(line);
        throw undo;
      });
      await expect(tried).rejects.toBe(undo);
    });
  });

  test('stays unbroken under concurrent writes, without lines of failed acts', async () => {
    const failing = database.transaction(async (session) => {
      await appendLog(session, entry(0));
      throw new Error('the act failed');
    });
    await expect(failing).rejects.toThrow('the act failed');
    const many = kind === 'postgres' ? 40 : 10;
    const hashes = await Promise.all(Array.from({ length: many }, (_, n) => append(n)));
    expect(new Set(hashes).size).toBe(many);
    expect(await checkLog(database)).toEqual({ firstBroken: null, garbled: [] });
    expect(await ask(database, 'select max(seq) as last from admin_log')).toEqual([
      { last: BigInt(LINES + many) },
    ]);
  });
});
