import { expect, test } from 'vitest';
import { alert } from '#domain/alerts/alert';
import { instant } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { ask } from '#test/support/store';
import { storeAlerts, oldestMessage } from '../../alerts/active-alerts.ts';
import { storeBalanceCheck, readBalanceChecks } from '../../treasury/balance-check-queries.ts';
import { type Leader, isFenceCurrent, leaderByLease } from './leader.ts';

onOneDatabase('leader election', (fresh) => {
  test('elects one of several nodes, and another after it resigns or its lease expires', async () => {
    const stored = await fresh();
    const { database } = stored;
    const [first, second, third] = [1, 2, 3].map(() => leaderByLease(database, 'jobs'));
    expect(await first!.leads()).toBe(true);
    expect(await second!.leads()).toBe(false);
    expect(await first!.leads()).toBe(true);
    await first!.resign();
    expect(await third!.leads()).toBe(true);
    await ask(database, `update leases set held_until = db_now() - interval '1 ms'`);
    expect(await leaderByLease(database, 'jobs').leads()).toBe(true);
    expect(await leaderByLease(database, 'jobs').leads()).toBe(false);
    expect(await leaderByLease(database, 'other').leads()).toBe(true);
    await stored.close();
  });

  test('replaces a lease from the future, written under clock skew, immediately', async () => {
    const stored = await fresh();
    const { database } = stored;
    expect(await leaderByLease(database).leads()).toBe(true);
    await ask(database, `update leases set held_until = db_now() + interval '59 seconds'`);
    expect(await leaderByLease(database).leads()).toBe(false);
    await ask(database, `update leases set held_until = db_now() + interval '25 hours'`);
    expect(await leaderByLease(database).leads()).toBe(true);
    expect(await leaderByLease(database).leads()).toBe(false);
    await stored.close();
  });

  test('fences off a paused leader after another node took over', async () => {
    const stored = await fresh();
    const { database } = stored;
    const now = instant(Date.parse('2031-03-03T09:30:00.000Z'));
    const parked = { now, alerts: [alert('PARKED', 'warning', { text: 'x' })], unknown: [] };
    const check = { token: 'SOL', held: 1n, written: 1n, since: null } as const;
    const keep = (leader: Leader, alerts = parked, slot = 1) =>
      Promise.all([
        storeAlerts(database, alerts, leader.fence()),
        storeBalanceCheck(database, { ...check, slot }, leader.fence()),
      ]);
    const storedNow = async () => ({
      alerts: (await ask<{ code: string }>(database, 'select code from standing_alerts')).length,
      slot: (await readBalanceChecks(database))[0]?.slot,
    });
    const [paused, next] = [leaderByLease(database), leaderByLease(database)];
    await keep(paused, parked, 1);
    expect(await storedNow()).toEqual({ alerts: 0, slot: undefined });
    await paused.leads();
    await keep(paused, parked, 2);
    expect(await storedNow()).toEqual({ alerts: 1, slot: 2 });

    await ask(database, `update leases set held_until = db_now() - interval '1 ms'`);
    expect(await next.leads()).toBe(true);
    await keep(next, parked, 3);
    await keep(paused, { ...parked, alerts: [] }, 2);
    expect(await storedNow()).toEqual({ alerts: 1, slot: 3 });
    expect(await oldestMessage(database, paused.fence())).toBeNull();
    expect(await isFenceCurrent(database, paused.fence())).toBe(false);
    expect(await isFenceCurrent(database, next.fence())).toBe(true);

    await next.resign();
    expect(await leaderByLease(database).leads()).toBe(true);
    expect(await isFenceCurrent(database, next.fence())).toBe(false);
    await stored.close();
  });
});
