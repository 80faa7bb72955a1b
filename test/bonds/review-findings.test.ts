import { afterEach, describe, expect, test } from 'vitest';
import { type DepositJson, assignDeposit, listDeposits } from '#contract/payments/admin-deposits';
import { World } from '#test/world';
import { IMPATIENT } from '#test/world/node';

const SECONDS = 1_000;

describe('findings of a review', () => {
  const world = World.forTests({ parts: { paymentWait: IMPATIENT } });
  afterEach(() => world.expectSound());

  /** Pays from a wallet without a user, which makes an unmatched deposit. */
  async function strayPayment(sol: string): Promise<DepositJson> {
    const stranger = await world.user();
    const signature = await stranger.pay('SOL', sol);
    await world.rows('update users set deleted_at = protocol_now() where id = $1', [stranger.id]);
    await world.advance(120 * SECONDS);
    const owner = await world.owner();
    const found = (await owner(listDeposits)).body.find((d) => d.signature === signature);
    return found!;
  }

  test('another payment of a bond’s transaction makes a new bond', async () => {
    const user = await world.user();
    const owner = await world.owner();
    const deposit = await strayPayment('3');
    await owner(assignDeposit, { params: { id: deposit.id }, body: { userId: user.id } });
    const assigned = await user.onlyBond();
    // The same transaction contains a payment of the user, who now posts it.
    const signature = await user.pay('SOL', '1');
    await world.pass(2 * SECONDS);
    await world.rows('update bonds set signature = $2 where id = $1', [assigned.id, signature]);
    await world.rows('update payments set signature = $2 where subject = $1', [
      assigned.id,
      signature,
    ]);
    expect(await user.post('SOL', '1', signature)).toMatchObject({ status: 201 });
    const bonds = await user.bonds();
    expect(bonds.map(({ amount }) => amount).sort()).toEqual(['1.000000000', '3.000000000']);
  });

  test('assigning a deposit cannot exceed the maximum supply', async () => {
    const user = await world.user();
    const owner = await world.owner();
    const deposit = await strayPayment('60');
    const [issued] = await world.rows<{ lmt: bigint }>(
      `select coalesce(sum(amount), 0)::bigint as lmt from balances where asset = 'LMT'`,
    );
    await world.setTerms({ maxSupply: issued!.lmt + 800_000_000n });
    const assign = () =>
      owner(assignDeposit, { params: { id: deposit.id }, body: { userId: user.id } });
    expect(await assign()).toMatchObject({ status: 422, body: { code: 'SUPPLY_EXCEEDED' } });
    await world.setTerms({ maxSupply: 100_000_000_000_000n });
    expect((await assign()).status).toBe(201);
  });

  test('a user’s number of unpaid pending bonds is limited', async () => {
    const user = await world.user();
    for (let i = 0; i < 10; i += 1) expect((await user.post('USDC', '10')).status).toBe(201);
    expect((await user.post('USDC', '10')).body).toMatchObject({ code: 'BONDS_PENDING' });
  });

  test('an unreadable transaction is parked with an alert, and processed once readable', async () => {
    const user = await world.user();
    const [odd, next] = [await user.pay('USDC', '20'), await user.pay('USDC', '30')];
    await world.pass(15 * SECONDS);
    const { chain } = world.node.parts;
    const { facts } = chain;
    Object.assign(chain, {
      facts: (signature: string) =>
        signature === odd
          ? Promise.resolve({ kind: 'unknown', reason: 'malformed' })
          : facts(signature),
    });
    await world.settle();
    expect(world.alerts.splice(0).map(({ what }) => what)).toEqual([
      'a transaction is put aside: it cannot be read',
    ]);
    await world.advance(120 * SECONDS);
    expect((await user.bonds()).map((bond) => bond.transactionHash)).toEqual([next]);
    Object.assign(chain, { facts });
    await world.settle();
    await world.advance(120 * SECONDS);
    expect(await user.bonds()).toHaveLength(2);
    expect(await world.count('parked_transactions')).toBe(0);
  });
});
