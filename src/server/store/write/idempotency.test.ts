import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, onEachDatabase } from '#test/databases';
import type { Database } from '../db/database.ts';
import { claimKey, forgetKey, keepAnswer, recall } from './idempotency.ts';

const MINUTE_MS = 60_000;

onEachDatabase('a request’s key', (fresh) => {
  let opened: TestDatabase;
  let database: Database;
  let key: string;
  let n = 0;
  beforeAll(async () => {
    opened = await fresh();
    ({ database } = opened);
  });
  afterAll(() => opened.close());
  const claim = (actor = 'a', hash = 'h', abandonedMs = MINUTE_MS) =>
    claimKey(database, actor, key, hash, abandonedMs);
  const nextKey = () => {
    key = `key-${(n += 1)}`;
  };

  test('is taken once, by one of all who come at once', async () => {
    nextKey();
    const taken = await Promise.all(Array.from({ length: 10 }, () => claim()));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await recall(database, 'a', key)).toEqual({ bodyHash: 'h', status: 0, answer: null });
  });

  test('belongs to one actor: another’s of the same name is another', async () => {
    nextKey();
    expect([await claim('a'), await claim('b'), await claim('a')]).toEqual([true, true, false]);
    await keepAnswer(database, 'a', key, 201, '"a"');
    expect(await recall(database, 'b', key)).toMatchObject({ answer: null });
  });

  test('keeps the answer for whoever repeats the request', async () => {
    nextKey();
    await claim();
    await keepAnswer(database, 'a', key, 201, '{"amount":"9007199254740993"}');
    expect(await claim()).toBe(false);
    expect(await claim('a', 'h', -1)).toBe(false);
    expect(await recall(database, 'a', key)).toEqual({
      bodyHash: 'h',
      status: 201,
      answer: '{"amount":"9007199254740993"}',
    });
  });

  test('is free again after a refusal, but not once there is an answer', async () => {
    nextKey();
    await claim();
    await forgetKey(database, 'a', key);
    expect(await recall(database, 'a', key)).toBeNull();
    expect(await claim('a', 'another body')).toBe(true);
    await keepAnswer(database, 'a', key, 200, '1');
    await forgetKey(database, 'a', key);
    expect(await recall(database, 'a', key)).toMatchObject({ answer: '1' });
  });

  test('of a request that was abandoned passes to one who repeats it, and to nobody else', async () => {
    nextKey();
    await claim();
    expect(await claim('a', 'h', MINUTE_MS)).toBe(false);
    expect(await claim('a', 'another body', -1)).toBe(false);
    const taken = await Promise.all([claim('a', 'h', -1), claim('b', 'h', -1)]);
    expect(taken).toEqual([true, true]);
  });
});
