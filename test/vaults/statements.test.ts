import { beforeAll, expect, test } from 'vitest';
import { getFeeQuote } from '#contract/vaults/vaults';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { sweepVaults } from '#server/vaults/sweep-vaults';
import { onOneDatabase } from '#test/databases';
import { type Steps, withSteps } from '#test/support/steps';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { giveCredit, holderOf } from './stakers.ts';

const SESSION = expect.stringMatching(/^session-/) as string;
const WRITE = expect.stringMatching(/^write-/) as string;

onOneDatabase('statements of stake calls', (fresh) => {
  const world = World.forTests({ fresh });
  let user: TestUser;
  let node: Steps['node'];
  let stepsOf: Steps['stepsOf'];
  beforeAll(async () => {
    user = await holderOf(world, '10');
    ({ node, stepsOf } = await withSteps(world));
    // Warms the node's cache of terms.
    await user.on(node).postStake('1');
  });

  test('a fee quote takes the session, the facts and the write, repeated without the write', async () => {
    const ask = () => user.call(getFeeQuote, { query: { amount: '1' } }, node);
    expect(await stepsOf(ask)).toEqual([200, [SESSION, 'fee-quote-facts', WRITE]]);
    expect(await stepsOf(ask)).toEqual([200, [SESSION, 'fee-quote-facts']]);
  });

  test('a refused stake takes the session and the facts', async () => {
    const refused = () => user.on(node).postStake('1');
    expect(await stepsOf(refused)).toEqual([402, [SESSION, 'stake-facts']]);
  });

  test('a paid stake takes the known-payment check, the chain, the facts and the write, and no lock', async () => {
    const paid = await user.payFee(await user.feeQuote('1'));
    await world.pass(2 * SECOND_MS);
    const post = () => user.on(node).postStake('1', paid);
    expect(await stepsOf(post)).toEqual([
      201,
      [SESSION, 'vault-by-fee', 'chain', 'stake-facts', WRITE],
    ]);
    expect(await stepsOf(post)).toEqual([200, [SESSION, 'vault-by-fee', 'stake-facts']]);
  });

  test('a stake paid by an unmatched deposit takes the same again under the user’s and its lock', async () => {
    const paid = await user.pay('SOL', '0.005');
    await world.advance(2 * MINUTE_MS);
    const facts = ['stake-facts', 'begin', 'lock-users', 'lock-deposits', 'stake-facts'];
    expect(await stepsOf(() => user.on(node).postStake('0.05', paid))).toEqual([
      201,
      [SESSION, 'vault-by-fee', 'chain', ...facts, WRITE, 'commit'],
    ]);
  });

  test('a stake from credit takes session, facts and write; activation and restake take the owner with the session, facts and write', async () => {
    await giveCredit(world, user, '1');
    const staked = () => user.on(node).postStake('1');
    expect(await stepsOf(staked)).toEqual([201, [SESSION, 'stake-facts', WRITE]]);
    const { id } = (await user.stakes())[0]!;
    await world.advance(DAY_MS);
    const asked = [SESSION, 'owners-of-vaults', 'vault-facts'];
    // After a price step a node reads the terms once more.
    const without = async (call: Parameters<typeof stepsOf>[0]) => {
      const [status, steps] = await stepsOf(call);
      return [status, steps.filter((step) => step !== 'rules')];
    };
    expect(await without(() => user.activate(id, node))).toEqual([200, [...asked, WRITE]]);
    await world.advance(7 * DAY_MS);
    expect(await without(() => user.activate(id, node))).toEqual([409, asked]);
    expect(await without(() => user.restake(id, node))).toEqual([200, [...asked, WRITE]]);
  });

  test('a swept batch takes the terms, the users, their vaults and the write in one transaction', async () => {
    const sweep = async () => {
      await sweepVaults(node.parts).run();
      return { status: 0 };
    };
    await sweep();
    await world.pass(8 * DAY_MS);
    const batch = ['begin', 'head-for-share', 'vaults-due-users'];
    expect(await stepsOf(sweep)).toEqual([
      0,
      [...batch, 'vaults-due-of', WRITE, 'commit', ...batch, 'commit'],
    ]);
  });
});
