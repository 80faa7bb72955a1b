import { beforeAll, expect, test } from 'vitest';
import { assignDeposit, listDeposits } from '#contract/payments/admin-deposits';
import { quoteBond } from '#contract/bonds/bonds';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { type Steps, withSteps } from '#test/support/steps';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { paymentOf, send, units } from '#test/world/wallet';

const SESSION = expect.stringMatching(/^sessions?-/) as string;
const WRITE = expect.stringMatching(/^write-/) as string;

onOneDatabase('statements of bond calls', (fresh) => {
  const world = World.forTests({ fresh });
  let user: TestUser;
  let node: Steps['node'];
  let stepsOf: Steps['stepsOf'];
  beforeAll(async () => {
    user = await world.user();
    ({ node, stepsOf } = await withSteps(world));
    // Warms the node's cache of terms.
    await user.call(quoteBond, { body: { tokenType: 'USDC', amount: '0.001' } }, node);
  });

  const USERS = 'lock-free-users-version';

  test('a quote reads session and facts, writes its plan, and takes no lock', async () => {
    const body = { tokenType: 'USDC', amount: '987' };
    expect(await stepsOf(() => user.call(quoteBond, { body }, node))).toEqual([
      201,
      [SESSION, 'quote-facts', WRITE],
    ]);
  });

  test('a paid bond takes the chain lookup, and three statements in one round trip under the supply lock', async () => {
    const { reference } = await user.quote('USDC', '987');
    const paid = await user.pay('USDC', '987', reference);
    await world.pass(2 * SECOND_MS);
    const post = () => user.on(node).post('USDC', '987', paid);
    expect(await stepsOf(post)).toEqual([
      201,
      [SESSION, 'chain', 'begin', 'lock', 'payment-facts', USERS, WRITE, 'commit'],
    ]);
    expect(await stepsOf(post)).toEqual([
      200,
      [SESSION, 'chain', 'begin', 'lock', 'payment-facts', USERS, 'commit'],
    ]);
  });

  test('an announced bond reads session and facts, writes its plan, and takes no lock', async () => {
    expect(await stepsOf(() => user.on(node).post('USDC', '10'))).toEqual([
      201,
      [SESSION, 'announcement-facts', WRITE],
    ]);
  });

  test('assigning a deposit takes the locks, the facts, the write and the log line', async () => {
    const stranger = await world.fundedWallet();
    const paid = await paymentOf(stranger, world.till, { token: 'SOL', amount: units('SOL', '7') });
    await send(world.net, stranger, [paid]);
    await world.advance(2 * MINUTE_MS);
    const owner = await world.owner();
    const { id } = (await owner(listDeposits)).body[0]!;
    const asked = { params: { id }, body: { userId: user.id } };
    const [status, all] = await stepsOf(() => owner(assignDeposit, asked, node));
    expect(status).toBe(201);
    const [from, to] = [all.indexOf('lock'), all.lastIndexOf(all.findLast(isWrite) ?? '')];
    expect(all.slice(from, to + 1)).toEqual([
      'lock',
      'lock-users',
      'lock-deposits',
      'assignment-facts',
      WRITE,
    ]);
  });
});

const isWrite = (name: string): boolean => name.startsWith('write-');
