import { afterEach, describe, expect, test } from 'vitest';
import { getBlockchainAudit, verifyBlockchain } from '#contract/audit/chain-audit';
import { assignDeposit, listDeposits } from '#contract/payments/admin-deposits';
import { getAudit, runAudit } from '#contract/audit/admin-audit';
import { deleteBond } from '#contract/users/admin-users';
import { deleteVault } from '#contract/vaults/admin-vaults';
import { getHistory } from '#contract/portfolio/portfolio';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { holderOf, ledgerBalances } from './stakers.ts';

const FINAL = 15 * SECOND_MS;
/** LMT bought by 1 SOL at 200 USD, with LMT at 987 USDC. */
const LMT_OF_1_SOL = '0.20263424';
/** Fee of 1 LMT. */
const FEE_SOL = '0.098700000';

/** An unquoted payment that its payer posts as a staking fee after the watcher made a bond of it. */
describe('staking fee taken from a bond made by the watcher', () => {
  const world = World.forTests();
  afterEach(() => world.expectSound());

  const codes = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  /** Pays without a quote, and waits for the watcher to make a bond. */
  const paid = async (user: TestUser, sol: string): Promise<string> => {
    const signature = await user.pay('SOL', sol);
    await world.settleAfter(FINAL);
    await world.settleAfter(MINUTE_MS);
    expect(await user.onlyBond()).toMatchObject({ status: 'confirmed', amount: sol });
    return signature;
  };
  /** Resets the SOL price, because fees use the prices of the ten minutes before a payment. */
  const priceAgain = async (): Promise<void> => {
    await world.setSolPrice('200');
    await world.pass(11 * MINUTE_MS);
  };
  const issued = async (): Promise<bigint> => {
    const [row] = await world.rows<{ units: bigint }>(
      `select -coalesce(sum(amount), 0)::bigint as units from postings where kind = 'issuance'`,
    );
    return row!.units;
  };
  const lines = async (user: TestUser) =>
    (await user.call(getHistory, { params: { userId: user.id } })).body.all;

  test('is refused more than ten minutes after the payment, whatever the SOL price', async () => {
    const user = await holderOf(world, '10');
    const signature = await paid(user, '100.000000000');
    const bond = await user.onlyBond();
    await world.pass(9 * MINUTE_MS);
    await world.setSolPrice('400');
    const answer = await user.postStake('1', signature);
    await priceAgain();
    expect(answer).toMatchObject({ status: 409, body: { code: 'FEE_TOO_OLD' } });
    expect(await user.onlyBond()).toEqual(bond);
    expect(await user.stakes()).toEqual([]);
    expect(await ledgerBalances(world, user)).toEqual({ credit: 0n, unstaked: 1_000_000_000n });
    expect(await user.post('SOL', '100', signature)).toMatchObject({
      status: 200,
      body: { id: bond.id, amount: '100.000000000' },
    });
  });

  test('is exactly the fee within ten minutes, and the rest stays a bond at its own price', async () => {
    const user = await holderOf(world, '10');
    const before = await issued();
    const signature = await paid(user, '1.000000000');
    const bond = await user.onlyBond();
    expect(bond.lmtAmount).toBe(LMT_OF_1_SOL);
    // The price has doubled: the fee is at most that of the payment's time, and the rest keeps its price.
    await world.setSolPrice('400');
    const { status, body } = await user.postStake('1', signature);
    await priceAgain();
    expect([status, body.stakingFeePaid, body.transactionHash, body.feeFinalized]).toEqual([
      201,
      FEE_SOL,
      signature,
      true,
    ]);
    const left = { ...bond, amount: '0.901300000', lmtAmount: '0.18263424' };
    expect(await user.onlyBond()).toEqual(left);
    expect((await user.portfolio()).inBonding).toBe('0.18263424');
    expect(await ledgerBalances(world, user)).toEqual({ credit: 0n, unstaked: 900_000_000n });
    expect((await issued()) - before).toBe(18_263_424n);
    expect((await lines(user)).map(({ type, amount, status: is }) => [type, amount, is])).toEqual([
      ['stake', '1.00000000', 'completed'],
      ['bond', '0.901300000', 'pending'],
    ]);
    expect(await user.post('SOL', '1', signature)).toMatchObject({ status: 200, body: left });
    expect(await user.postStake('1', signature)).toMatchObject({
      status: 200,
      body: { id: body.id },
    });
    await world.advance(DAY_MS);
    expect((await user.claim(bond.id)).status).toBe(200);
    expect(await ledgerBalances(world, user)).toEqual({ credit: 0n, unstaked: 918_263_424n });
  });

  test('leaves no bond if the payment was exactly the fee', async () => {
    const user = await holderOf(world, '10');
    const before = await issued();
    const signature = await paid(user, FEE_SOL);
    expect((await user.postStake('1', signature)).status).toBe(201);
    expect(await user.bonds()).toEqual([]);
    expect(await issued()).toBe(before);
    expect(await ledgerBalances(world, user)).toMatchObject({ credit: 0n });
    expect(await codes(user.post('SOL', '0.0987', signature))).toEqual([409, 'SIGNATURE_USED']);
  });

  test('leaves fee credit if the rest is below the smallest bond', async () => {
    const user = await holderOf(world, '10');
    const signature = await paid(user, '0.108699999');
    expect((await user.postStake('1', signature)).status).toBe(201);
    expect(await user.bonds()).toEqual([]);
    expect(await ledgerBalances(world, user)).toMatchObject({ credit: 9_999_999n });
    const other = await holderOf(world, '10');
    const enough = await paid(other, '0.108700000');
    expect((await other.postStake('1', enough)).status).toBe(201);
    expect(await other.onlyBond()).toMatchObject({ amount: '0.010000000' });
    expect(await ledgerBalances(world, other)).toMatchObject({ credit: 0n });
  });

  test('is taken once if it is posted several times at once', async () => {
    const user = await holderOf(world, '10');
    const signature = await paid(user, '1.000000000');
    const answers = await Promise.all(
      ['1', '1', '2', '1'].map((amount) => user.postStake(amount, signature)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 201,
    ]);
    const { stakingFeePaid } = await user.onlyStake();
    const amount = stakingFeePaid === FEE_SOL ? '0.901300000' : '0.802600000';
    expect(await user.onlyBond()).toMatchObject({ amount });
    expect(await ledgerBalances(world, user)).toMatchObject({ credit: 0n });
  });

  test('is not taken again if its stake is deleted', async () => {
    const [owner, user] = [await world.owner(), await holderOf(world, '10')];
    const signature = await paid(user, '1.000000000');
    const { id } = (await user.postStake('1', signature)).body;
    expect((await owner(deleteVault, { params: { vaultId: id } })).status).toBe(200);
    expect(await codes(user.postStake('1', signature))).toEqual([409, 'SIGNATURE_USED']);
    expect(await user.onlyBond()).toMatchObject({ amount: '0.901300000' });
  });

  test('adds up with the rest to the amount on the chain', async () => {
    const [owner, user] = [await world.owner(), await holderOf(world, '10')];
    const signature = await paid(user, '1.000000000');
    expect((await user.postStake('1', signature)).status).toBe(201);
    await world.advance(2 * 60 * MINUTE_MS);
    const verified = (await owner(verifyBlockchain)).body;
    expect([verified.fakeBonds, verified.unknown]).toEqual([0, 0]);
    await world.pass(31 * SECOND_MS);
    const onChain = (await owner(getBlockchainAudit, { query: { limit: '200' } })).body;
    expect(onChain.userAudits.find(({ userId }) => userId === user.id)).toMatchObject({
      verified: true,
      unknown: 0,
      discrepancy: { dbTotal: '0.901300000', blockchainTotal: '0.901300000' },
    });
    await owner(runAudit);
    await world.settleAfter(SECOND_MS);
    const { body } = await owner(getAudit, { query: { search: user.id } });
    expect(body.users).toMatchObject([
      { riskLevel: 'low', inconsistencies: [], bonds: [{ verdict: 'verified' }] },
    ]);
  });

  test('is excluded from the deposit that a deleted bond becomes', async () => {
    const [owner, user] = [await world.owner(), await holderOf(world, '10')];
    const signature = await paid(user, '1.000000000');
    expect((await user.postStake('1', signature)).status).toBe(201);
    const { id } = await user.onlyBond();
    expect((await owner(deleteBond, { params: { id } })).status).toBe(200);
    const deposits = (await owner(listDeposits)).body;
    const deposit = deposits.find((each) => each.signature === signature);
    expect(deposit).toMatchObject({ amount: '0.901300000' });
    const given = { params: { id: deposit!.id }, body: { userId: user.id } };
    expect((await owner(assignDeposit, given)).status).toBe(201);
    expect(await user.onlyBond()).toMatchObject({
      amount: '0.901300000',
      lmtAmount: '0.18263424',
    });
    await world.expectSound();
    const verified = (await owner(verifyBlockchain)).body;
    expect([verified.fakeBonds, verified.unknown]).toEqual([0, 0]);
  });
});
