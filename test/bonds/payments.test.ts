import { getTransferSolInstruction } from '@solana-program/system';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listDeposits } from '#contract/payments/admin-deposits';
import { openBond } from '#contract/bonds/bonds';
import { getHistory, getPortfolio } from '#contract/portfolio/portfolio';
import { DAY_MS } from '#domain/base/time';
import { World } from '#test/world';
import { IMPATIENT, type Node } from '#test/world/node';
import { paymentOf, sendWire, signatureOf, units } from '#test/world/wallet';

const SECONDS = 1_000;

describe('payments', () => {
  const world = World.forTests();
  /** Server with a short payment timeout. */
  let impatient: Node;
  beforeAll(async () => {
    impatient = await world.restart({ paymentWait: IMPATIENT });
  });
  afterEach(() => world.expectSound());

  test('a posted signature is pending until its payment is seen, then confirmed, from block time', async () => {
    const user = await world.user();
    const wire = await user.signedPayment('SOL', '4.935');
    const signature = signatureOf(wire);
    const first = await user.on(impatient).post('SOL', '4.935', signature);
    expect(first).toMatchObject({
      status: 201,
      body: { status: 'pending', bondingStartTime: null, bondingEndTime: null, claimable: false },
    });
    expect(await user.on(impatient).post('SOL', '4.935', signature)).toMatchObject({
      status: 200,
      body: { id: first.body.id },
    });
    expect((await user.claim(first.body.id)).body).toMatchObject({ code: 'BOND_PENDING' });
    await sendWire(world.net, wire);
    await world.settleAfter(2 * SECONDS);
    const seen = await user.onlyBond();
    expect(seen).toMatchObject({
      id: first.body.id,
      status: 'confirmed',
      lmtAmount: '1.00000000',
      transactionSignature: signature,
    });
    expect(Date.parse(seen.bondingEndTime!) - Date.parse(seen.bondingStartTime!)).toBe(DAY_MS);
  });

  test('a post waits for confirmation up to a limit and returns the confirmed bond', async () => {
    const user = await world.user();
    const signature = await user.pay('USDC', '987');
    const posting = user.post('USDC', '987', signature);
    await world.pass(2 * SECONDS);
    expect(await posting).toMatchObject({
      status: 201,
      body: { status: 'confirmed', amount: '987.000000', lmtAmount: '1.00000000' },
    });
  });

  test('a failed payment, or one with another sender, recipient or token, is refused with 422 and not stored', async () => {
    const [user, other] = [await world.user(), await world.user()];
    const failing = await user.pay('SOL', '99999');
    const foreign = await other.pay('SOL', '1');
    const elsewhere = await user.send(
      getTransferSolInstruction({
        source: user.wallet,
        destination: other.wallet.address,
        amount: units('SOL', '1'),
      }),
    );
    const inUsdc = await user.pay('USDC', '10');
    await world.pass(2 * SECONDS);
    const refused = async (signature: string): Promise<unknown> => {
      const { status, body } = await user.post('SOL', '1', signature);
      return [status, body.code];
    };
    expect(await refused(failing)).toEqual([422, 'DEPOSIT_FAILED']);
    expect(await refused(foreign)).toEqual([422, 'DEPOSIT_OTHER_SENDER']);
    expect(await refused(elsewhere)).toEqual([422, 'DEPOSIT_OTHER_RECIPIENT']);
    expect(await refused(inUsdc)).toEqual([422, 'DEPOSIT_OTHER_MINT']);
    expect(await user.bonds()).toEqual([]);
    expect(await other.post('SOL', '1', foreign)).toMatchObject({ status: 201 });
  });

  test('a signature posted under the wrong token never turns lamports into USDC', async () => {
    const user = await world.user();
    const wire = await user.signedPayment('SOL', '4.935');
    // Not sent yet, so its content is unknown.
    const { body } = await user.on(impatient).post('USDC', '4.935', signatureOf(wire));
    expect(body).toMatchObject({ status: 'pending', tokenType: 'USDC' });
    await sendWire(world.net, wire);
    await world.advance(DAY_MS);
    const bonds = await user.bonds();
    expect(bonds.find(({ id }) => id === body.id)).toMatchObject({ status: 'failed' });
    expect(bonds.filter(({ status }) => status === 'confirmed')).toMatchObject([
      { tokenType: 'SOL', amount: '4.935000000', lmtAmount: '1.00000000' },
    ]);
    expect(bonds).toHaveLength(2);
  });

  test('SOL and USDC paid by one transaction become two bonds, whichever is posted', async () => {
    const user = await world.user();
    const quote = await user.quote('USDC', '987');
    const signature = await user.send(
      await paymentOf(user.wallet, world.till, { token: 'SOL', amount: units('SOL', '4.935') }),
      await paymentOf(user.wallet, world.till, {
        token: 'USDC',
        amount: units('USDC', '987'),
        reference: quote.reference,
      }),
    );
    await world.pass(2 * SECONDS);
    expect((await user.post('SOL', '4.935', signature)).status).toBe(201);
    await world.advance(DAY_MS);
    const bonds = await user.bonds();
    expect(bonds.map(({ tokenType, lmtAmount, status }) => [tokenType, lmtAmount, status])).toEqual(
      expect.arrayContaining([
        ['SOL', '1.00000000', 'confirmed'],
        ['USDC', '1.00000000', 'confirmed'],
      ]),
    );
    expect(bonds).toHaveLength(2);
    expect((await user.post('USDC', '987', signature)).status).toBe(200);
  });

  test('two payers in one transaction get a bond each', async () => {
    const [a, b] = [await world.user(), await world.user()];
    const signature = await a.send(
      await paymentOf(a.wallet, world.till, { token: 'SOL', amount: units('SOL', '4.935') }),
      await paymentOf(b.wallet, world.till, { token: 'SOL', amount: units('SOL', '9.87') }),
    );
    await world.pass(2 * SECONDS);
    expect((await b.post('SOL', '1', signature)).body).toMatchObject({ lmtAmount: '2.00000000' });
    expect((await a.post('SOL', '1', signature)).body).toMatchObject({ lmtAmount: '1.00000000' });
    await world.advance(DAY_MS);
    expect([await a.bonds(), await b.bonds()].map((bonds) => bonds.length)).toEqual([1, 1]);
  });

  test('a signature that no healthy provider knows for 300 slots has failed, and revives if it is found later', async () => {
    const user = await world.user();
    const wire = await user.signedPayment('SOL', '4.935');
    const signature = signatureOf(wire);
    const { body } = await user.on(impatient).post('SOL', '4.935', signature);
    // An outage never decides a payment.
    await world.pass(10 * SECONDS);
    const undo = world.net.faults.inject({ kind: 'bad-gateway' });
    await world.settle();
    undo();
    await world.settle();
    expect(await user.onlyBond()).toMatchObject({ status: 'pending' });
    // The blockhash is valid for a minute, so the transaction can land after the server declared it failed.
    await world.rows('update bonds set posted_slot = posted_slot - 300 where id = $1', [body.id]);
    await world.settleAfter(20 * SECONDS);
    expect(await user.onlyBond()).toMatchObject({ id: body.id, status: 'failed' });
    expect((await user.claim(body.id)).body).toMatchObject({ code: 'BOND_FAILED' });
    await sendWire(world.net, wire);
    await world.settleAfter(15 * SECONDS);
    expect(await user.onlyBond()).toMatchObject({ id: body.id, status: 'confirmed' });
  });

  test('a rolled-back payment reverses its bond, and restores it when it lands again', async () => {
    const user = await world.user();
    const quote = await user.quote('SOL', '4.935');
    const wire = await user.signedPayment('SOL', '4.935', quote.reference);
    world.net.faults.inject({ kind: 'roll-back', afterSlots: 10 }, { times: 1 });
    const signature = await sendWire(world.net, wire);
    await world.pass(2 * SECONDS);
    const { body } = await user.post('SOL', '4.935', signature);
    expect(body).toMatchObject({ status: 'confirmed' });
    await world.settleAfter(20 * SECONDS);
    expect(await user.onlyBond()).toMatchObject({ id: body.id, status: 'failed' });
    const { body: portfolio } = await user.call(getPortfolio, { params: { userId: user.id } });
    expect(portfolio).toMatchObject({ inBonding: '0.00000000', activeBonds: [] });
    await world.expectSound();
    // The price has doubled, but the quote belongs to this payment.
    await world.setLmtPrice('1974');
    await sendWire(world.net, wire);
    await world.settleAfter(15 * SECONDS);
    expect(await user.onlyBond()).toMatchObject({
      id: body.id,
      status: 'confirmed',
      lmtAmount: '1.00000000',
    });
    const [kept] = await world.rows<{ signature: string }>(
      'select signature from quotes where id = $1',
      [quote.quoteId],
    );
    await world.setLmtPrice('987');
    expect(kept?.signature).toBe(signature);
  });

  test('a payment below the minimum is listed at finality, so that a rollback leaves nothing', async () => {
    const owner = await world.owner();
    const small = async (): Promise<number> =>
      (await owner(listDeposits, { query: { small: 'true' } })).body.length;
    const [user, before] = [await world.user(), await small()];
    world.net.faults.inject({ kind: 'roll-back', afterSlots: 10 }, { times: 1 });
    const vanishing = await user.pay('SOL', '0.005');
    await world.pass(2 * SECONDS);
    expect((await user.post('SOL', '1', vanishing)).body).toMatchObject({ code: 'BELOW_MINIMUM' });
    await world.settleAfter(20 * SECONDS);
    expect(await small()).toBe(before);
    const lasting = await user.pay('SOL', '0.005');
    await world.pass(2 * SECONDS);
    expect((await user.post('SOL', '1', lasting)).status).toBe(422);
    await world.advance(DAY_MS);
    expect(await small()).toBe(before + 1);
    expect((await owner(listDeposits)).body.map(({ signature }) => signature)).not.toContain(
      lasting,
    );
  });

  test('the bond has the paid amount, with a notice if it differs by more than 1% from the announced one', async () => {
    const user = await world.user();
    const signature = await user.pay('SOL', '4.935');
    await world.pass(2 * SECONDS);
    const asked = { userId: user.id, tokenType: 'SOL', amount: '100' } as const;
    const post = (lmtAmount: string) =>
      user.call(openBond, { body: { ...asked, transactionSignature: signature, lmtAmount } });
    const within = await post('1.01');
    expect(within.body).toMatchObject({ amount: '4.935000000', lmtAmount: '1.00000000' });
    expect(within.body).not.toHaveProperty('notice');
    const beyond = await post('1.01000001');
    expect([beyond.status, beyond.body]).toMatchObject([200, { notice: /1\.00000000 LMT/ }]);
  });

  test('the history lists a bond once: pending, then completed, with its numbers', async () => {
    const user = await world.user();
    const { transactionHash } = await user.bond('SOL', '49.35');
    const read = async () => (await user.call(getHistory, { params: { userId: user.id } })).body;
    expect(await read()).toMatchObject({
      all: [{ type: 'bond', status: 'pending', amount: '49.350000000', hash: transactionHash }],
      summary: { totalTransactions: 1, totalVolume: '9870.000000', totalFees: '0.000000' },
    });
    await world.advance(DAY_MS);
    await user.claim((await user.onlyBond()).id);
    const { all } = await read();
    expect(all).toMatchObject([{ status: 'completed', tokenType: 'SOL' }]);
    expect(all[0]?.projectTxId).toMatch(/^BOND-\d{8}-\d{6}$/);
  });

  test('airdrops of the faucet to the treasury are credited to nobody', async () => {
    const owner = await world.owner();
    const before = (await owner(listDeposits, { query: { small: 'true' } })).body.length;
    await world.net.airdrop(world.till.treasury, units('SOL', '5'));
    await world.net.mintTo(world.till.usdcMint, world.till.treasury, units('USDC', '5'));
    await world.advance(DAY_MS);
    expect((await owner(listDeposits, { query: { small: 'true' } })).body).toHaveLength(before);
  });
});
