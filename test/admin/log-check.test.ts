import { expect, test, vi } from 'vitest';
import { emergencyPause } from '#contract/admin';
import { getLog } from '#contract/admin-log';
import { World } from '#test/world';

const world = World.forTests();
const owner = world.ownerForTests();

const act = () => owner(emergencyPause, { body: { paused: true } });
/** How many lines the log has; answers also how often all lines were read to check their hashes. */
async function read(query: Record<string, string> = {}): Promise<number> {
  const asked = vi.spyOn(world.node.parts.database, 'query');
  const { status, body } = await owner(getLog, { query });
  const checks = asked.mock.calls.filter(([{ name }]) => name === 'log-after').length;
  asked.mockRestore();
  expect([status, body.holds]).toEqual([200, true]);
  return checks;
}

test('the hashes of the log are followed once for each new line, not for each page and search', async () => {
  await act();
  await owner(emergencyPause, { body: { paused: false } });
  expect(await read({ limit: '1' })).toBe(1);
  expect(await read({ limit: '1', cursor: '2' })).toBe(0);
  expect(await read({ search: 'pause' })).toBe(0);
  await act();
  expect(await read()).toBe(1);
});
