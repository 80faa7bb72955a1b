import { expect, onTestFinished, test } from 'vitest';
import { cleanUpBonds, verifyBlockchain } from '#contract/audit/chain-audit';
import { HOUR_MS, MINUTE_MS } from '#domain/base/time';
import { World } from '#test/world';

test('a bond whose payment was final is not fake if the providers lack it later', async () => {
  const world = await World.open();
  onTestFinished(() => world.close());
  const user = await world.user();
  const { id } = await user.bond('SOL', '1');
  await world.advance(5 * MINUTE_MS);
  await world.advance(2 * HOUR_MS);
  const { chain } = world.node.parts;
  // One provider is down, and the other one's history lacks the payment.
  const holed = await world.restart({
    chain: {
      ...chain,
      facts: () => Promise.resolve({ kind: 'absent', slot: 1_000_000 }),
      retainsBlocksSince: () => Promise.resolve(true),
    },
  });
  const owner = await world.owner();
  expect((await owner(verifyBlockchain, { body: {} }, holed)).body).toMatchObject({ fakeBonds: 0 });
  const { status, body } = await owner(cleanUpBonds, { query: { dryRun: 'true' } }, holed);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain(id);
  expect(await user.onlyBond()).toMatchObject({ id, status: 'confirmed' });
});
