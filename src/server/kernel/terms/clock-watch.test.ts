import { afterEach, expect, test } from 'vitest';
import { HOUR_MS, SECOND_MS, instant } from '#domain/base/time';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { moveDbClock } from '#test/support/db-clock';
import { ClockSkewed } from '../base/clock-skewed.ts';
import type { Database } from '../db/database.ts';
import { ClockWatch } from './clock-watch.ts';
import { advanceClock, readClock } from './protocol-clock.ts';

onOneDatabase('the clock watch of a node', (fresh) => {
  let database: Database;
  databaseForTests(fresh, (opened) => {
    database = opened;
  });
  afterEach(async () => {
    await moveDbClock(database, 0);
    await database.exec('update protocol set clock_offset_ms = 0');
  });

  /** Watch with a live and correct chain, which can be stopped, and the watch's log. */
  function watched() {
    const logged: string[] = [];
    const chain = { isLive: true, asked: 0 };
    let processMs = performance.now();
    const witness = async () => {
      chain.asked += 1;
      if (!chain.isLive) throw new Error('no provider answers');
      return { slot: 1_000 + chain.asked, madeAt: instant(Date.now()), lagMs: 0 };
    };
    const watch = new ClockWatch({
      database,
      witness,
      log: (what) => logged.push(what),
      processMs: () => processMs,
      machineMs: () => processMs,
    });
    const wait = async (ms: number) => void (processMs += ms);
    return { watch, chain, logged, wait };
  }

  test('holds writes from the start while the database is ahead and the chain is live', async () => {
    await moveDbClock(database, 25 * HOUR_MS);
    const { watch, wait, logged } = watched();
    await watch.begin(wait);
    expect(watch.isHeld).toBe(true);
    expect(logged).toEqual([expect.stringContaining('CLOCK_SKEW')]);
  });

  test('allows writes while the database is ahead and the chain is silent, and logs that', async () => {
    await moveDbClock(database, 25 * HOUR_MS);
    const { watch, wait, chain, logged } = watched();
    chain.isLive = false;
    await watch.begin(wait);
    expect(watch.isHeld).toBe(false);
    expect(logged).toEqual([expect.stringContaining('cannot be checked')]);
  });

  test('queries the chain once after a clock jump, and not for other writes', async () => {
    const { watch, wait, chain } = watched();
    await watch.begin(wait);
    const before = chain.asked;
    await watch.require(await readClock(database));
    expect(chain.asked).toBe(before);
    await moveDbClock(database, HOUR_MS);
    const jumped = await readClock(database);
    for (const asked of [1, 2, 3].map(() => watch.require(jumped))) {
      await expect(asked).rejects.toThrow(ClockSkewed);
    }
    expect(chain.asked).toBe(before + 1);
  });

  test('decides inside a transaction without querying the chain, and distinguishes advanced protocol time from a clock jump', async () => {
    const { watch, wait, chain } = watched();
    await watch.begin(wait);
    chain.isLive = false;
    const before = chain.asked;
    await database.transaction(async (session) => {
      await watch.require(await advanceClock(session, 300 * HOUR_MS), session);
      await moveDbClock(session, HOUR_MS);
      const jumped = await readClock(session);
      await expect(watch.require(jumped, session)).rejects.toThrow(ClockSkewed);
      await moveDbClock(session, 0);
      await watch.require(await readClock(session), session);
    });
    expect(chain.asked).toBe(before);
  });

  test('is due every five minutes, and continuously while the clocks differ', async () => {
    const { watch, wait, chain } = watched();
    expect(watch.isCheckDue).toBe(true);
    await watch.check();
    expect(watch.isCheckDue).toBe(false);
    await wait(300 * SECOND_MS - 1);
    expect(watch.isCheckDue).toBe(false);
    await wait(1);
    expect(watch.isCheckDue).toBe(true);
    // Five minutes have passed on this node, and none in the database.
    chain.isLive = false;
    await watch.check();
    expect(watch.isCheckDue).toBe(true);
    await wait(60 * SECOND_MS);
    await watch.check();
    expect(watch.isCheckDue).toBe(false);
    await wait(30 * SECOND_MS);
    expect(watch.isCheckDue).toBe(true);
  });
});
