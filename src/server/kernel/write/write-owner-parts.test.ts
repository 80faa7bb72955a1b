import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { lmtPrice, rate, usdPrice } from '#domain/base/money';
import { DAY_MS, SECOND_MS, after, iso } from '#domain/base/time';
import { settingChanges } from '#domain/terms/setting-changes';
import { T0, day } from '#test/domain/builders';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { ask, newUser } from '#test/support/store';
import { lastVerification } from '../../audit/verification-queries.ts';
import type { Database } from '../db/database.ts';
import { latestMarketPrices } from '../terms/market-prices.ts';
import { readRules } from '../terms/terms.ts';
import { readHoldings } from '../../treasury/holdings-queries.ts';
import type { Changes } from './plan.ts';
import { writePlan } from './write-plans.ts';

onOneDatabase('writes of the owner', (fresh) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));

  const ofNobody = (changes: Partial<Changes>): Promise<boolean> =>
    writePlan(database, {
      userId: null,
      version: 0n,
      now: day(1),
      journals: [],
      items: [],
      ...changes,
    });

  interface UserRow {
    readonly username: string;
    readonly deleted_at: number | null;
    readonly sessions: number;
  }
  const userRow = async (id: string): Promise<UserRow | undefined> =>
    (
      await ask<UserRow>(
        database,
        `select username, deleted_at,
           (select count(*)::integer from sessions s where s.user_id = u.id) as sessions
         from users u where id = $1`,
        [id],
      )
    )[0];
  const signedIn = async (): Promise<string> => {
    const userId = await newUser(database);
    await ask(
      database,
      `insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now())`,
      [randomUUID(), userId],
    );
    return userId;
  };

  test('rename a user, who stays signed in', async () => {
    const userId = await signedIn();
    const plan = { userId, now: day(1), journals: [], items: [], username: 'Ann "A" \\' };
    expect(await writePlan(database, { ...plan, version: 0n })).toBe(true);
    expect(await userRow(userId)).toEqual({
      username: plan.username,
      deleted_at: null,
      sessions: 1,
    });
    expect(await writePlan(database, { ...plan, version: 0n, username: 'late' })).toBe(false);
    expect((await userRow(userId))?.username).toBe(plan.username);
  });

  test('delete and sign out a user, who keeps the name, and no other user', async () => {
    const [userId, other] = [await signedIn(), await signedIn()];
    const plan = { userId, now: day(1), journals: [], items: [], removesUser: true };
    expect(await writePlan(database, { ...plan, version: 1n })).toBe(false);
    expect(await userRow(userId)).toEqual({ username: 'User', deleted_at: null, sessions: 1 });
    expect(await writePlan(database, { ...plan, version: 0n })).toBe(true);
    expect(await userRow(userId)).toEqual({ username: 'User', deleted_at: day(1), sessions: 0 });
    expect(await userRow(other)).toEqual({ username: 'User', deleted_at: null, sessions: 1 });
  });

  test('store settings and prices as one change of the terms', async () => {
    const { version, changes, lmtPrices } = await readRules(database);
    const from = after(changes.at(-1)!.madeAt, DAY_MS);
    const stamp = { effectiveAt: from, madeAt: from, owner: 'wallet', reason: null };
    const settings = settingChanges({ withdrawalFee: null, sellFee: rate(1n) }, stamp);
    const set = { from, value: lmtPrice(9_007_199_254_740_993n), origin: 'set' as const };
    const shown = { at: from, price: usdPrice(7n), source: 'fallback' as const };
    const sol = { ...shown, symbol: 'SOL', isAgreed: false };
    await ofNobody({ settings, lmtPrices: [set], marketPrices: [sol] });
    expect(await readRules(database)).toMatchObject({
      version: version + 1n,
      changes: [...changes, ...settings],
      lmtPrices: [...lmtPrices, set],
    });
    expect((await latestMarketPrices(database, ['SOL'])).get('SOL')).toEqual(shown);
    await ofNobody({ marketPrices: [{ ...sol, at: after(from, 1) }] });
    expect((await readRules(database)).version, 'a market price is no term').toBe(version + 1n);
  });

  test('keep holdings that the owner does not enter', async () => {
    const before = await readHoldings(database);
    const btc = before.find(({ symbol }) => symbol === 'BTC')!;
    await ofNobody({ holdings: [{ ...btc, units: 9_007_199_254_740_993n, asOf: day(2) }] });
    expect(await readHoldings(database)).toEqual(
      before.map((each) =>
        each.symbol === 'BTC' ? { ...each, units: 9_007_199_254_740_993n, asOf: day(2) } : each,
      ),
    );
  });

  test('keep only the last verification', async () => {
    expect(await lastVerification(database)).toBeNull();
    for (const bondsVerified of [1, 2]) {
      const at = after(T0, bondsVerified * SECOND_MS);
      const verification = { at, bondsVerified, message: iso(at) };
      await ofNobody({ verification });
      expect(await lastVerification(database)).toEqual(verification);
    }
  });
});
