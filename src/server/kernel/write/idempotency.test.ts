import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { T0 } from '#test/domain/builders';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { ask, issuePlan, newUser, unstaked, untilWaiting } from '#test/support/store';
import type { Database } from '../db/database.ts';
import { claimKey, releaseKey, holdsKey, storeAnswer, readClaim } from './idempotency.ts';
import type { Plan } from './plan.ts';
import { writePlan } from './write-plans.ts';

const MINUTE_MS = 60_000;
const FIRST = randomUUID();
const SECOND = randomUUID();

onOneDatabase('an idempotency key', (fresh, kind) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));
  let key: string;
  let n = 0;
  const held = (actor = 'a', holder = FIRST) => ({ actor, key, holder });
  const claim = ({ actor = 'a', bodyHash = 'h', abandonedMs = MINUTE_MS, holder = FIRST } = {}) =>
    claimKey(database, held(actor, holder), { bodyHash, abandonedMs });
  const nextKey = () => {
    key = `key-${(n += 1)}`;
  };

  test('is claimed by one of several concurrent requests', async () => {
    nextKey();
    const taken = await Promise.all(Array.from({ length: 10 }, () => claim()));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await readClaim(database, 'a', key)).toEqual({ bodyHash: 'h', status: 0, answer: null });
  });

  test('is separate for each actor', async () => {
    nextKey();
    const taken = [await claim(), await claim({ actor: 'b' }), await claim()];
    expect(taken).toEqual([true, true, false]);
    await storeAnswer(database, held(), { status: 201, answer: '"a"' });
    expect(await readClaim(database, 'b', key)).toMatchObject({ answer: null });
  });

  test('stores the response for repetitions of the request', async () => {
    nextKey();
    await claim();
    await storeAnswer(database, held(), { status: 201, answer: '{"amount":"9007199254740993"}' });
    expect(await claim()).toBe(false);
    expect(await claim({ abandonedMs: -1 })).toBe(false);
    expect(await readClaim(database, 'a', key)).toEqual({
      bodyHash: 'h',
      status: 201,
      answer: '{"amount":"9007199254740993"}',
    });
  });

  test('can be released after a refusal, but not after a response was stored', async () => {
    nextKey();
    await claim();
    await releaseKey(database, held());
    expect(await readClaim(database, 'a', key)).toBeNull();
    expect(await claim({ bodyHash: 'another body' })).toBe(true);
    await storeAnswer(database, held(), { status: 200, answer: '1' });
    await releaseKey(database, held());
    expect(await readClaim(database, 'a', key)).toMatchObject({ answer: '1' });
  });

  test('of an abandoned request can be claimed only by a repetition with the same body', async () => {
    nextKey();
    await claim();
    expect(await claim({ abandonedMs: MINUTE_MS })).toBe(false);
    expect(await claim({ bodyHash: 'another body', abandonedMs: -1 })).toBe(false);
    const late = { abandonedMs: -1 };
    const taken = await Promise.all([claim(late), claim({ actor: 'b', ...late })]);
    expect(taken).toEqual([true, true]);
  });

  test('that was taken over can no longer be answered or released by its former holder', async () => {
    nextKey();
    await claim();
    expect(await holdsKey(database, held())).toBe(true);
    expect(await claim({ abandonedMs: -1, holder: SECOND })).toBe(true);
    expect(await holdsKey(database, held())).toBe(false);
    await releaseKey(database, held());
    await storeAnswer(database, held(), { status: 200, answer: '"first"' });
    expect(await readClaim(database, 'a', key)).toMatchObject({ answer: null });
    await storeAnswer(database, held('a', SECOND), { status: 200, answer: '"second"' });
    expect(await readClaim(database, 'a', key)).toMatchObject({ answer: '"second"' });
    expect(await holdsKey(database, held('a', SECOND))).toBe(false);
  });

  const ofNobody: Plan = { userId: null, version: 0n, now: T0, journals: [], items: [] };

  test.each([
    ['held', true, async () => {}],
    ['taken over', false, () => claim({ abandonedMs: -1, holder: SECOND })],
    ['answered', false, () => storeAnswer(database, held(), { status: 200, answer: '1' })],
    ['freed', false, () => releaseKey(database, held())],
  ])('that is %s decides if the request’s plan is written: %s', async (_, written, happen) => {
    nextKey();
    await claim();
    await happen();
    expect(await writePlan(database, { ...ofNobody, held: held() })).toBe(written);
    const userId = await newUser(database);
    expect(await writePlan(database, { ...issuePlan(userId, 0n), held: held() })).toBe(written);
    expect(await unstaked(database, userId)).toBe(written ? 1n : 0n);
  });

  test.runIf(kind === 'postgres')(
    'that is taken over during a write prevents that write',
    async () => {
      nextKey();
      await claim();
      const plan = { ...issuePlan(await newUser(database), 0n), held: held() };
      let writing: Promise<boolean> | undefined;
      await database.transaction(async (session) => {
        const taking = { bodyHash: 'h', abandonedMs: -1 };
        expect(await claimKey(session, held('a', SECOND), taking)).toBe(true);
        writing = writePlan(database, plan);
        await untilWaiting(database);
      });
      expect(await writing).toBe(false);
    },
  );

  test('is renewed by each write of its request', async () => {
    nextKey();
    await claim();
    await ask(database, `update idempotency_keys set created_at = created_at - interval '1 hour'`);
    await writePlan(database, { ...ofNobody, held: held() });
    expect(await claim({ abandonedMs: MINUTE_MS, holder: SECOND })).toBe(false);
  });
});
