import { expect, test } from 'vitest';
import { editUser } from '#contract/admin-users';
import type { Database } from '#server/store/db/database';
import { World } from '#test/world';

/** A database on which the first statement of a name waits until it is let go. */
function pausing(database: Database, name: string) {
  let reached = (): void => {};
  let letGo = (): void => {};
  const isReached = new Promise<void>((done) => (reached = done));
  const isLetGo = new Promise<void>((done) => (letGo = done));
  let waits = true;
  const paused: Database = {
    ...database,
    async query(statement, params) {
      const rows = await database.query(statement, params);
      if (statement.name === name && waits) {
        waits = false;
        reached();
        await isLetGo;
      }
      return rows as never;
    },
  };
  return { database: paused, isReached, letGo };
}

test('a key held longer than 60 s and its repetition: carried out once, answered alike', async () => {
  const world = await World.open();
  const [owner, user] = [await world.owner(), await world.user({ sol: '1', usdc: '0' })];
  const slow = pausing(world.node.parts.database, 'user-facts');
  const node = await world.restart({ database: slow.database });
  const asked = {
    params: { id: user.id },
    body: { adjustment: { direction: 'credit', amount: '1.5' } },
    headers: { 'idempotency-key': 'held' },
  };
  const first = owner(editUser, asked, node);
  await slow.isReached;
  await world.rows(`update idempotency_keys set created_at = created_at - interval '61 seconds'`);
  const second = await owner(editUser, asked);
  slow.letGo();
  expect([second.status, second.body.unstakedLMT]).toEqual([200, '1.50000000']);
  expect(await first).toMatchObject({ status: 200, body: second.body });
  expect((await user.portfolio()).unstakedLMT).toBe('1.50000000');
  expect(await world.count(`admin_log where call like 'PUT %'`)).toBe(1);
  await world.close();
});
