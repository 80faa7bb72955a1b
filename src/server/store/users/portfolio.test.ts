import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onOneDatabase, type TestDatabase } from '#test/databases';
import { issuePlan, newUser, paidBond } from '#test/support/store';
import type { Database } from '../db/database.ts';
import { Portfolios, readPortfolioOf } from './portfolio.ts';
import { Sessions, addSession, revokeSession } from './sessions.ts';
import { writePlan } from '../write/write-plans.ts';

const SESSION = 'session-find';
const WHOLE = 'portfolio';

onOneDatabase('portfolios that are looked at again', (fresh) => {
  let opened: TestDatabase;
  let asked: string[];
  let portfolios: Portfolios;
  let userId: string;
  let token: string;
  beforeAll(async () => {
    opened = await fresh();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    userId = await newUser(opened.database);
    token = await addSession(opened.database, userId);
    asked = [];
    const counted: Database = {
      ...opened.database,
      query(statement, params) {
        asked.push(statement.name);
        return opened.database.query(statement, params);
      },
    };
    portfolios = new Portfolios(counted, new Sessions(counted));
  });
  afterEach(() => void vi.useRealTimers());

  const holdings = async () => (await portfolios.find(token))?.portfolio.holdings;
  const stored = async () => (await readPortfolioOf(opened.database, userId))?.holdings;

  test('are read once, and then only the session is, with the version', async () => {
    await writePlan(opened.database, paidBond(userId, 0n).plan);
    const first = await holdings();
    expect(first).toMatchObject({ version: 1n, openBonds: [{ userId }] });
    expect(await holdings()).toBe(first);
    expect(first).toEqual(await stored());
    expect(asked).toEqual([SESSION, WHOLE, SESSION]);
  });

  test('are read anew after any write, whoever made it', async () => {
    expect(await holdings()).toMatchObject({ version: 0n, unstaked: 0n });
    await writePlan(opened.database, issuePlan(userId, 0n, { units: 7n }));
    expect(await holdings()).toMatchObject({ version: 1n, unstaked: 7n });
    await holdings();
    expect(asked).toEqual([SESSION, WHOLE, SESSION, WHOLE, SESSION]);
  });

  test('each user has their own; a session that has ended has none, and another’s write changes nothing', async () => {
    const other = await newUser(opened.database);
    const others = await addSession(opened.database, other);
    await Promise.all([portfolios.find(token), portfolios.find(others)]);
    await writePlan(opened.database, issuePlan(other, 0n, { units: 7n }));
    expect(await holdings()).toMatchObject({ version: 0n, unstaked: 0n });
    expect((await portfolios.find(others))?.userId).toBe(other);
    await revokeSession(opened.database, token);
    expect(await portfolios.find(token)).toBeNull();
    expect(await portfolios.find('nobody’s')).toBeNull();
  });

  test('are read anew after a minute, should somebody have written by hand', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    await holdings();
    vi.advanceTimersByTime(60_000);
    await holdings();
    vi.advanceTimersByTime(1);
    await holdings();
    expect(asked).toEqual([SESSION, WHOLE, SESSION, SESSION, WHOLE]);
  });

  test('of somebody with very much are not kept', async () => {
    for (let version = 0n; version <= 20n; version += 1n)
      await writePlan(opened.database, paidBond(userId, version).plan);
    await holdings();
    await holdings();
    expect(asked).toEqual([SESSION, WHOLE, SESSION, WHOLE]);
  });
});
