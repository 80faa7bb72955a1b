import { getTransferSolInstruction } from '@solana-program/system';
import { afterEach, describe, expect, test } from 'vitest';
import { assignDeposit, listDeposits, listPayment } from '#contract/payments/admin-deposits';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { type Overrides, twoProviders } from '#test/sells/second-provider';
import { World } from '#test/world';
import { units } from '#test/world/wallet';

describe('payment from before the first start', () => {
  const world = World.forTests();
  afterEach(() => world.expectSound());

  /** Empties the database, so that all payments precede the first start. */
  async function startAnew(): Promise<void> {
    await world.rows('delete from watch_cursors');
    await world.rows('delete from processed_transactions');
    await world.settleAfter(15 * SECOND_MS);
  }

  test('buys nothing, posted or not, unlike later payments', async () => {
    const user = await world.user();
    const old = { sol: await user.pay('SOL', '4.935'), usdc: await user.pay('USDC', '987') };
    await startAnew();
    expect((await user.post('SOL', '4.935', old.sol)).body).toMatchObject({
      code: 'DEPOSIT_BEFORE_START',
    });
    expect(await user.post('USDC', '987', old.usdc)).toMatchObject({
      status: 422,
      body: { code: 'DEPOSIT_BEFORE_START' },
    });
    // Even if the watcher reads the chain from its beginning.
    await world.rows('update watch_cursors set signature = null, slot = 0');
    await world.advance(2 * MINUTE_MS);
    expect(await user.bonds()).toEqual([]);
    const owner = await world.owner();
    const { body } = await owner(listDeposits, { query: { small: 'true' } });
    expect(body.map(({ sender }) => sender)).not.toContain(user.address);
    expect(await user.bond('SOL', '4.935')).toMatchObject({ lmtAmount: '1.00000000' });
  });

  test('is listed once on the owner’s request, and can be assigned', async () => {
    const owner = await world.owner();
    const user = await world.user();
    const signature = await user.pay('USDC', '987');
    await startAnew();
    const list = (body: object) => owner(listPayment, { body });
    expect(await list({ signature })).toMatchObject({
      status: 409,
      body: { code: 'DEPOSIT_EXPECTED' },
    });
    await world.advance(10 * MINUTE_MS);
    const lines = await world.count('admin_log');
    const listed = await list({ signature, reason: 'paid in the trial' });
    expect(listed).toMatchObject({
      status: 201,
      body: [{ signature, sender: user.address, amount: '987.000000', status: 'open' }],
    });
    expect(await world.count('admin_log')).toBe(lines + 1);
    expect((await list({ signature })).body).toMatchObject({ code: 'SIGNATURE_USED' });
    const { id } = listed.body[0]!;
    expect((await owner(listDeposits)).body.map((deposit) => deposit.id)).toContain(id);
    const given = await owner(assignDeposit, { params: { id }, body: { userId: user.id } });
    expect(given).toMatchObject({ status: 201, body: { lmtAmount: '1.00000000' } });
    const elsewhere = await user.send(
      getTransferSolInstruction({
        source: user.wallet,
        destination: (await world.fundedWallet()).address,
        amount: units('SOL', '1'),
      }),
    );
    await world.advance(10 * MINUTE_MS);
    expect((await list({ signature: elsewhere })).body).toMatchObject({
      code: 'DEPOSIT_NOTHING_GAINED',
    });
    expect(await list({ signature: `${signature.slice(0, -4)}1111` })).toMatchObject({
      status: 404,
    });
  });

  test('pays no fee', async () => {
    const user = await (await world.user()).bonded('10');
    const quote = await user.feeQuote('5');
    const old = await user.payFee(quote);
    await startAnew();
    expect(await user.postStake('5', old)).toMatchObject({
      status: 422,
      body: { code: 'DEPOSIT_BEFORE_START' },
    });
    expect((await user.feeQuote('5')).credit).toBe('0');
    expect(await user.stakes()).toEqual([]);
  });
});

const NO_SLOT = 10 ** 12;
const LISTED = { signature: '1'.repeat(64), slot: NO_SLOT, err: null };

test.each([
  ['a provider names a newest slot that the chain has not come to', 1, { getSlot: NO_SLOT }],
  [
    'a provider names a newest transaction of such a slot',
    1,
    { getSignaturesForAddress: [LISTED] },
  ],
  // A single stalled provider is queried last instead.
  ['all stand still since an hour ago', 2, { getSlot: 1, getSignaturesForAddress: [] }],
])('a first start waits while %s', async (_, liars, lies) => {
  const world = await World.open();
  try {
    let isLying = true;
    const liar: Overrides = (method) => (isLying ? lies[method as keyof typeof lies] : undefined);
    const chain = await twoProviders(world, liar, liars === 2 ? liar : () => undefined);
    const node = await world.restart({ chain });
    await world.pass(HOUR_MS);
    const user = await world.user();
    const old = await user.pay('SOL', '4.935');
    await world.rows('delete from watch_cursors');
    await world.settleAfter(15 * SECOND_MS, [node]);
    const told = world.alerts.splice(0).map(({ what }) => what);
    isLying = false;
    await world.settle([node]);
    expect((await user.post('SOL', '4.935', old)).body).toMatchObject({
      code: 'DEPOSIT_BEFORE_START',
    });
    await world.pass(2 * SECOND_MS);
    expect(await user.bond('SOL', '4.935')).toMatchObject({ lmtAmount: '1.00000000' });
    expect(told).toContainEqual(expect.stringContaining('watching has not begun'));
  } finally {
    await world.close();
  }
});
