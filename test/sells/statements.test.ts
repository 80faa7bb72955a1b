import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveSell, rejectSell } from '#contract/admin-sells';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { FINAL_MS, sellersIn } from './sellers.ts';
import { Stopping } from './stopping.ts';

onOneDatabase('what a sell asks of the database', (fresh) => {
  let world: World;
  let user: TestUser;
  let node: Node;
  const watching = new Stopping();
  beforeAll(async () => {
    world = await World.open({ fresh });
    [user] = (await sellersIn(world, 1)) as [TestUser];
    const { database, chain } = world.node.parts;
    const parts = { database: watching.database(database), chain: watching.chain(chain) };
    node = await world.restart(parts);
  });
  afterAll(() => world.close());

  /** The statements and transactions of a call, and what it asks the chain, in their order. */
  const stepsOf = async (call: () => Promise<{ readonly status: number }>) => {
    watching.arm(Infinity);
    const { status } = await call();
    expect([200, 201]).toContain(status);
    return watching.disarm().steps;
  };
  const WRITE = expect.stringMatching(/^write-/) as string;

  test('a request, and its cancellation: who asks, the facts, the write', async () => {
    // The first call reads what is in force; a node keeps that.
    expect((await user.sell('100', 'SOL', node)).status).toBe(422);
    const asked = await stepsOf(() => user.sell('1', 'SOL', node));
    expect(asked).toEqual([expect.stringMatching(/^sessions?-/), 'seller-facts', WRITE]);
    const { id } = (await user.sells())[0]!;
    const cancelled = await stepsOf(() => user.cancelSell(id, node));
    expect(cancelled).toEqual([expect.stringMatching(/^sessions?-/), 'payout-facts-sell', WRITE]);
  });

  test('an approval: the facts, the chain, one transaction, and only then the sending', async () => {
    const owner = await world.owner();
    const { id } = await user.asked('1');
    const steps = await stepsOf(() => owner(approveSell, { params: { id }, body: {} }, node));
    const from = steps.indexOf('payout-facts-sell');
    expect(steps.slice(from)).toEqual([
      'payout-facts-sell',
      'chain.balances',
      'chain.rentExempt',
      'chain.buildTransfer',
      'begin',
      'work',
      'commit',
      'chain.send',
    ]);
  });

  test('a rejection: the facts, and one transaction with its line in the log', async () => {
    const owner = await world.owner();
    await world.rows('update users set sell_period_started_at = null');
    await world.pass(FINAL_MS);
    await world.settle();
    const { id } = await user.asked('1');
    const steps = await stepsOf(() => owner(rejectSell, { params: { id }, body: {} }, node));
    const from = steps.indexOf('payout-facts-sell');
    expect(steps.slice(from)).toEqual(['payout-facts-sell', 'begin', 'work', 'commit']);
  });
});
