import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/time';
import { type TestDatabase, freshPglite } from '#test/databases';
import { addSettings } from '#test/support/add-settings';
import type { ChangeNotice } from '../kernel/events/changes.ts';
import { advanceClock } from '../kernel/terms/protocol-clock.ts';
import { RulesCache } from '../kernel/terms/terms.ts';
import { announceSettings } from './announce-settings.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await freshPglite();
});
afterAll(() => opened.close());

test('notifies readers once when planned settings come into force, and of no other change', async () => {
  const { database } = opened;
  const told: ChangeNotice[] = [];
  database.changes.subscribe((change) => told.push(change));
  const node = () => announceSettings({ database, rules: new RulesCache(database) });
  const job = node();
  const runs = async () => {
    await job.run();
    await job.run();
    return told.splice(0);
  };
  const news = { userIds: [], topics: ['protocol', 'treasury'] };
  expect(await runs()).toEqual([]);
  await database.exec(
    `${addSettings({ sellFee: 1n })};
     ${addSettings({ sellFee: 2n }, { effectiveInMs: 2 * DAY_MS })};
     update protocol set terms_version = terms_version + 1`,
  );
  expect(await runs()).toEqual([]);
  await advanceClock(database, DAY_MS);
  expect(await runs()).toEqual([]);
  await advanceClock(database, 2 * DAY_MS);
  expect(await runs()).toEqual([news]);
  await node().run();
  expect(told, 'by a node that takes over').toEqual([news]);
});
