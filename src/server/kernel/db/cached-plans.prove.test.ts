import { afterAll, beforeAll, expect, test } from 'vitest';
import { onEachDatabase, type TestDatabase } from '#test/databases';
import { ask, newUser, paidBond } from '#test/support/store';
import { Sessions, addSession } from '../sessions/sessions.ts';
import { writePlan } from '../write/write-plans.ts';

/** Number of custom plans that PostgreSQL makes before it considers a generic plan. */
const CUSTOM_PLANS = 5;

onEachDatabase('a statement repeated for one user', (fresh) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await fresh();
    // In small tables all plans look equally cheap to PostgreSQL.
    await opened.database.exec(`
      insert into users (id, wallet, username, created_at)
        select gen_random_uuid(), 'wallet ' || n, 'User', now() from generate_series(1, 5000) n;
      insert into sessions (token_hash, user_id, expires_at)
        select md5(wallet), id, now() from users;
      analyze users, sessions`);
  });
  afterAll(() => opened.close());

  const plannedEach = (names: string) =>
    ask<{ name: string; planned: bigint }>(
      opened.database,
      'select name, custom_plans as planned from pg_prepared_statements where name ~ $1',
      [names],
    );

  test('finds a session by a cached plan', async () => {
    const { database } = opened;
    const sessions = new Sessions(database);
    const userId = await newUser(database);
    const token = await addSession(database, userId);
    for (let asked = 0; asked < 3 * CUSTOM_PLANS; asked += 1) {
      expect(await sessions.find(token)).toMatchObject({ userId });
    }
    expect(await plannedEach('^session-find$')).toEqual([
      { name: 'session-find', planned: BigInt(CUSTOM_PLANS) },
    ]);
  });

  test('writes a paid bond by a cached plan', async () => {
    const { database } = opened;
    const userId = await newUser(database);
    for (let version = 0n; version < 3 * CUSTOM_PLANS; version += 1n) {
      expect(await writePlan(database, paidBond(userId, version).plan)).toBe(true);
    }
    const [written, ...more] = await plannedEach('^write-');
    expect([written?.planned, more]).toEqual([BigInt(CUSTOM_PLANS), []]);
  });
});
