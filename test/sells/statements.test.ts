import { beforeAll, expect, test } from 'vitest';
import { approveSell, rejectSell } from '#contract/payouts/admin-sells';
import type { Chain } from '#server/kernel/chain/chain';
import { onOneDatabase } from '#test/databases';
import { noteSteps } from '#test/support/steps';
import { World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { FINAL_MS, sellersIn } from './sellers.ts';

onOneDatabase('statements of sell calls', (fresh) => {
  const world = World.forTests({ fresh });
  let user: TestUser;
  let node: Node;
  let steps: string[] = [];
  beforeAll(async () => {
    [user] = (await sellersIn(world, 1)) as [TestUser];
    const { database, chain } = world.node.parts;
    noteSteps(database, (step) => steps.push(step));
    node = await world.restart({ database, chain: asking(chain) });
  });

  /** Wraps a chain and records its calls. */
  const asking = (chain: Chain): Chain => {
    const noted = Object.entries(chain).map(([name, member]: [string, unknown]) => {
      if (typeof member !== 'function') return [name, member];
      const ask = member as (...args: readonly unknown[]) => unknown;
      return [name, (...args: readonly unknown[]) => (steps.push(`chain.${name}`), ask(...args))];
    });
    return Object.fromEntries(noted) as Chain;
  };
  /** Statements, transactions and chain calls of an operation, in order. */
  const stepsOf = async (call: () => Promise<{ readonly status: number }>) => {
    steps = [];
    const { status } = await call();
    expect([200, 201]).toContain(status);
    return steps;
  };
  const WRITE = expect.stringMatching(/^write-/) as string;
  const LOG = ['lock', 'log-last', 'log-append'];

  test('a request and its cancellation take the session, the facts and the write', async () => {
    // Warms the node's cache of terms.
    expect((await user.sell('100', 'SOL', node)).status).toBe(422);
    const asked = await stepsOf(() => user.sell('1', 'SOL', node));
    expect(asked).toEqual([expect.stringMatching(/^sessions?-/), 'seller-facts', WRITE]);
    const { id } = (await user.sells())[0]!;
    const cancelled = await stepsOf(() => user.cancelSell(id, node));
    expect(cancelled).toEqual([
      expect.stringMatching(/^sessions?-/),
      'owners-of-sells',
      'payout-facts-sell',
      WRITE,
    ]);
  });

  test('an approval takes the facts, the chain and one transaction, and sends afterwards', async () => {
    const owner = await world.owner();
    const { id } = await user.asked('1');
    const approved = await stepsOf(() => owner(approveSell, { params: { id }, body: {} }, node));
    expect(approved.slice(approved.indexOf('payout-facts-sell'))).toEqual([
      'payout-facts-sell',
      'chain.provesAbsence',
      'chain.findReferencing',
      'chain.balances',
      'chain.rentExempt',
      'chain.nonces',
      'chain.buildTransfer',
      'begin',
      'lock-users',
      'lock',
      'payout-facts-sell',
      WRITE,
      ...LOG,
      'commit',
      'chain.send',
    ]);
  });

  test('a rejection takes the facts and one transaction with its log line', async () => {
    const owner = await world.owner();
    await world.rows('update users set sell_period_started_at = null');
    await world.settleAfter(FINAL_MS);
    const { id } = await user.asked('1');
    const rejected = await stepsOf(() => owner(rejectSell, { params: { id }, body: {} }, node));
    expect(rejected.slice(rejected.indexOf('payout-facts-sell'))).toEqual([
      'payout-facts-sell',
      'begin',
      WRITE,
      ...LOG,
      'commit',
    ]);
  });
});
