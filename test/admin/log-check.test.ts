import { beforeAll, expect, test, vi } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import { getLog } from '#contract/audit/admin-log';
import { Cache } from '#server/kernel/cache/cache';
import { World } from '#test/world';
import type { Node } from '#test/world/node';

const world = World.forTests();
const owner = world.ownerForTests();
let node: Node;
beforeAll(async () => {
  const { changes } = world.node.parts.database;
  // Treats every read as slow.
  const cache = new Cache(changes, { slowMs: -1, lifetimeReads: Infinity });
  node = await world.restart({ cache });
});

const act = () => owner(emergencyPause, { body: { paused: true } });
/** Reads the log. Returns how often all lines were read to verify hashes. */
async function read(query: Record<string, string> = {}): Promise<number> {
  const asked = vi.spyOn(node.parts.database, 'query');
  const { status, body } = await owner(getLog, { query }, node);
  const checks = asked.mock.calls.filter(([{ name }]) => name === 'log-after').length;
  asked.mockRestore();
  expect([status, body.holds]).toEqual([200, true]);
  return checks;
}

test('the hash chain of a long log is verified once per new line, not for each page and search', async () => {
  await act();
  await owner(emergencyPause, { body: { paused: false } });
  expect(await read({ limit: '1' })).toBe(1);
  expect(await read({ limit: '1', cursor: '2' })).toBe(0);
  expect(await read({ search: 'pause' })).toBe(0);
  await act();
  expect(await read()).toBe(1);
});
