import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onOneDatabase, type TestDatabase } from '#test/databases';
import { issuePlan, newUser, paidBond } from '#test/support/store';
import type { Database } from '../kernel/db/database.ts';
import { Portfolios, type StoredPortfolio, readPortfolioOf } from './portfolio-queries.ts';
import { Sessions, addSession } from '../kernel/sessions/sessions.ts';
import { writePlan } from '../kernel/write/write-plans.ts';

onOneDatabase('the portfolio cache', (fresh) => {
  let opened: TestDatabase;
  let reads: number;
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
    reads = 0;
    const counted: Database = {
      ...opened.database,
      query(statement, params) {
        if (statement.name === 'portfolio') reads += 1;
        return opened.database.query(statement, params);
      },
    };
    portfolios = new Portfolios(counted);
  });
  afterEach(() => void vi.useRealTimers());

  const portfolioOf = async (sessionToken: string): Promise<StoredPortfolio | null> => {
    const user = await new Sessions(opened.database).find(sessionToken);
    return user && portfolios.read(user);
  };
  const holdings = async () => (await portfolioOf(token))?.holdings;
  const stored = async () => (await readPortfolioOf(opened.database, userId))?.holdings;

  test('reads a portfolio once while the version is unchanged', async () => {
    await writePlan(opened.database, paidBond(userId, 0n).plan);
    const first = await holdings();
    expect(first).toMatchObject({ version: 1n, openBonds: [{ userId }] });
    expect(await holdings()).toBe(first);
    expect(first).toEqual(await stored());
    expect(reads).toBe(1);
  });

  test('reloads a portfolio after a write of any node', async () => {
    expect(await holdings()).toMatchObject({ version: 0n, unstaked: 0n });
    await writePlan(opened.database, issuePlan(userId, 0n, { units: 7n }));
    expect(await holdings()).toMatchObject({ version: 1n, unstaked: 7n });
    await holdings();
    expect(reads).toBe(2);
  });

  test('keeps a separate entry for each user', async () => {
    const other = await newUser(opened.database);
    const others = await addSession(opened.database, other);
    await Promise.all([portfolioOf(token), portfolioOf(others)]);
    await writePlan(opened.database, issuePlan(other, 0n, { units: 7n }));
    expect(await holdings()).toMatchObject({ version: 0n, unstaked: 0n });
    expect((await portfolioOf(others))?.holdings).toMatchObject({ version: 1n, unstaked: 7n });
  });

  test('reloads a portfolio after a minute, for manual corrections in the database', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    await holdings();
    vi.advanceTimersByTime(60_000);
    await holdings();
    expect(reads).toBe(1);
    vi.advanceTimersByTime(1);
    await holdings();
    expect(reads).toBe(2);
  });

  test('does not cache a user with very many bonds', async () => {
    for (let version = 0n; version <= 20n; version += 1n)
      await writePlan(opened.database, paidBond(userId, version).plan);
    await holdings();
    await holdings();
    expect(reads).toBe(2);
  });
});
