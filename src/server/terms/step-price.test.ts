import { expect, test, vi } from 'vitest';
import { stepsDue } from '#domain/terms/price';
import { DAY_MS, WEEK_MS } from '#domain/base/time';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { addSettings } from '#test/support/add-settings';
import { ask } from '#test/support/store';
import type { Database } from '../kernel/db/database.ts';
import { advanceClock } from '../kernel/terms/protocol-clock.ts';
import { RulesCache, readRules } from '../kernel/terms/terms.ts';
import { Writer } from '../kernel/write/commit.ts';
import { stepPrice } from './step-price.ts';
import { RIGHT_CLOCK } from '#test/support/clock-watch-stubs';

onOneDatabase('the weekly step of the price', (fresh) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));

  /** Builds the job with its own writer, as a separate node has. */
  const node = () =>
    stepPrice({ writer: new Writer(database, new RulesCache(database), RIGHT_CLOCK) });

  test('is recorded once by any number of nodes, whenever they run', async () => {
    const { terms, lmtPrices } = await readRules(database);
    await node().run();
    expect((await readRules(database)).lmtPrices).toEqual(lmtPrices);
    const now = await advanceClock(database, 5 * WEEK_MS);
    await Promise.all([node(), node(), node()].map((job) => job.run()));
    await node().run();
    const expected = stepsDue(lmtPrices[0]!, terms, now);
    expect(expected).toHaveLength(5);
    expect((await readRules(database)).lmtPrices).toEqual([
      ...lmtPrices,
      ...expected.map((step) => ({ ...step, origin: 'step' })),
    ]);
  });

  test('opens no transaction while no step is due', async () => {
    await node().run();
    const transactions = vi.spyOn(database, 'transaction');
    await node().run();
    expect(transactions).not.toHaveBeenCalled();
    transactions.mockRestore();
  });

  test('restarts from a price that was set, with the growth in force at each step', async () => {
    const now = await advanceClock(database, 0);
    await ask(
      database,
      `insert into lmt_prices (effective_at, price, origin)
       select protocol_now(), 1000000, 'set'`,
    );
    await ask(
      database,
      addSettings({ weeklyPriceIncrease: 100_000n }, { effectiveInMs: 10 * DAY_MS }),
    );
    await database.exec('update protocol set terms_version = terms_version + 1');
    await advanceClock(database, 2 * WEEK_MS + 60_000);
    await node().run();
    const { lmtPrices } = await readRules(database);
    expect(lmtPrices.filter(({ from }) => from >= now).map(({ value }) => value)).toEqual([
      1_000_000n,
      1_015_000n,
      1_116_500n,
    ]);
  });
});
