import { afterEach, describe, expect, test } from 'vitest';
import { assignDeposit, listDeposits, listPayment } from '#contract/payments/admin-deposits';
import { getHistory } from '#contract/portfolio/portfolio';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { World } from '#test/world';
import { paymentOf, send, units } from '#test/world/wallet';

const FINAL = 15 * SECOND_MS;
const NOBODY = '00000000-0000-7000-8000-000000000000';

describe('watcher', () => {
  const world = World.forTests();
  afterEach(() => world.expectSound());

  /** Finalizes what was sent, and lets the watcher process it. */
  const watch = (): Promise<void> => world.settleAfter(FINAL);
  const openDeposits = async () => {
    const owner = await world.owner();
    return (await owner(listDeposits, { query: { small: 'true' } })).body;
  };

  test('makes a bond of a payment with a reference that was never posted', async () => {
    const user = await world.user();
    const { reference } = await user.quote('SOL', '4.935');
    const signature = await user.pay('SOL', '4.935', reference);
    await world.settleAfter(5 * SECOND_MS);
    expect(await user.bonds(), 'not final yet').toEqual([]);
    await watch();
    const bond = await user.onlyBond();
    expect(bond).toMatchObject({
      status: 'confirmed',
      lmtAmount: '1.00000000',
      transactionSignature: signature,
    });
    // The page reconnects and posts: it gets the same bond.
    expect(await user.post('SOL', '4.935', signature)).toMatchObject({
      status: 200,
      body: { id: bond.id },
    });
  });

  test('makes a bond of a known sender’s payment without reference, 60 s after finality', async () => {
    const user = await world.user();
    const signature = await user.pay('USDC', '987');
    await watch();
    await world.settleAfter(50 * SECOND_MS);
    expect(await user.bonds()).toEqual([]);
    await world.settleAfter(15 * SECOND_MS);
    expect(await user.onlyBond()).toMatchObject({ status: 'confirmed', lmtAmount: '1.00000000' });
    expect((await user.post('USDC', '987', signature)).status).toBe(200);
  });

  test('leaves payments to announcements within the grace period, and decides each once', async () => {
    const user = await world.user();
    const signature = await user.pay('USDC', '987');
    await watch();
    expect((await user.post('USDC', '987', signature)).status).toBe(201);
    await world.advance(2 * MINUTE_MS);
    expect(await user.bonds()).toHaveLength(1);
    expect(await world.count('arrivals')).toBe(0);
  });

  test('lists a stranger’s payment, and makes a bond of it if the wallet signs in within the grace period', async () => {
    const [stranger, newcomer] = [await world.fundedWallet(), await world.fundedWallet()];
    const sent = [];
    for (const wallet of [stranger, newcomer]) {
      const paid = await paymentOf(wallet, world.till, {
        token: 'USDC',
        amount: units('USDC', '987'),
      });
      sent.push(await send(world.net, wallet, [paid]));
    }
    await watch();
    const user = await world.signedIn(newcomer);
    await world.advance(2 * MINUTE_MS);
    expect((await user.onlyBond()).transactionHash).toBe(sent[1]);
    expect(
      (await openDeposits()).filter(({ sender }) => sender === stranger.address),
    ).toMatchObject([
      { signature: sent[0], amount: '987.000000', tokenType: 'USDC', small: false, status: 'open' },
    ]);
  });

  test('fills announced USDC bonds oldest first, by token and amount', async () => {
    const user = await world.user();
    const made: string[] = [];
    for (const [token, amount] of [
      ['USDC', '10'],
      ['USDC', '20'],
      ['SOL', '10'],
      ['USDC', '10'],
    ] as const) {
      await world.pass(10);
      const { status, body } = await user.post(token, amount);
      expect([status, body.status, body.transactionSignature]).toEqual([201, 'pending', null]);
      made.push(body.id);
    }
    const states = async () => {
      const bonds = await user.bonds();
      return made.map((id) => bonds.find((bond) => bond.id === id)?.status);
    };
    await user.pay('USDC', '10');
    await world.advance(2 * MINUTE_MS);
    expect(await states()).toEqual(['confirmed', 'pending', 'pending', 'pending']);
    await user.pay('USDC', '10');
    await user.pay('USDC', '10');
    await user.pay('SOL', '10');
    await world.advance(2 * MINUTE_MS);
    expect(await states()).toEqual(['confirmed', 'pending', 'confirmed', 'confirmed']);
    // The third payment of 10 finds no announced bond and makes its own.
    expect(await user.bonds()).toHaveLength(5);
    const { body } = await user.call(getHistory, { params: { userId: user.id } });
    expect(body.all).toHaveLength(4);
    expect(new Set(body.all.map(({ projectTxId }) => projectTxId)).size).toBe(4);
  });

  test('loses nothing in an outage, and repeats nothing when it processes transactions again', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => world.user()));
    for (const user of users) {
      const { reference } = await user.quote('SOL', '4.935');
      await user.pay('SOL', '4.935', reference);
      await world.pass(SECOND_MS);
    }
    await world.pass(FINAL);
    const bonds = () =>
      world.count('bonds where user_id = any($1::text::uuid[])', [
        `{${users.map(({ id }) => id).join(',')}}`,
      ]);
    // The third transaction is unreadable: the watcher stops before it, and resumes later.
    let asked = 0;
    const { chain } = world.node.parts;
    const real = chain.facts;
    const failing = {
      ...chain,
      facts: async (signature: string) =>
        (asked += 1) >= 3
          ? { kind: 'unknown' as const, reason: 'time-out' as const }
          : real(signature),
    };
    const broken = await world.restart({ chain: failing });
    await world.settle([broken]);
    expect(await bonds()).toBe(2);
    // A lagging provider reports a final transaction as processed, which decides nothing.
    const behind = {
      ...chain,
      facts: async (signature: string) => {
        const facts = await real(signature);
        if (facts.kind !== 'fact') return facts;
        return {
          ...facts,
          value: { ...facts.value, commitment: 'processed' as const, blockTime: null },
        };
      },
    };
    await world.settle([await world.restart({ chain: behind })]);
    expect(await bonds()).toBe(2);
    await world.settle();
    expect(await bonds()).toBe(4);
    const before = [
      await world.count('journals'),
      await world.count('deposits'),
      await world.count('payments'),
    ];
    await world.rows('update watch_cursors set signature = null, slot = 0');
    await world.rows('delete from processed_transactions');
    await world.settle();
    await world.advance(2 * MINUTE_MS);
    expect(await bonds()).toBe(4);
    expect([
      await world.count('journals'),
      await world.count('deposits'),
      await world.count('payments'),
    ]).toEqual(before);
  });

  test('hides small payments by default, and lets no dust become a bond', async () => {
    const [owner, user] = [await world.owner(), await world.user()];
    const small = await user.pay('SOL', '0.009999999');
    const dust = await user.pay('SOL', '0.000000001');
    await world.advance(2 * MINUTE_MS);
    expect(await user.bonds()).toEqual([]);
    const shown = (await owner(listDeposits)).body.map(({ signature }) => signature);
    expect(shown).not.toContain(small);
    const hidden = await openDeposits();
    const find = (signature: string) => hidden.find((deposit) => deposit.signature === signature)!;
    expect(find(small)).toMatchObject({ small: true, amount: '0.009999999' });
    // Dust is counted, and listed only on the owner's request.
    expect(find(dust)).toBeUndefined();
    await world.pass(10 * MINUTE_MS);
    const listed = await owner(listPayment, { body: { signature: dust } });
    expect(listed.body).toMatchObject([{ small: true, amount: '0.000000001' }]);
    const assign = (id: string) =>
      owner(assignDeposit, { params: { id }, body: { userId: user.id } });
    expect(await assign(listed.body[0]!.id)).toMatchObject({ status: 422 });
    expect((await assign(find(small).id)).body).toMatchObject({
      lmtAmount: '0.00202634',
      status: 'confirmed',
    });
  });

  test('assigns a deposit once, at the price at block time, with a log line', async () => {
    const owner = await world.owner();
    const [stranger, user] = [await world.fundedWallet(), await world.user()];
    const paid = await paymentOf(stranger, world.till, {
      token: 'USDC',
      amount: units('USDC', '987'),
    });
    const signature = await send(world.net, stranger, [paid]);
    await world.advance(2 * MINUTE_MS);
    const deposit = (await openDeposits()).find((each) => each.signature === signature)!;
    await world.setLmtPrice('1974');
    const assign = (id: string, body: object = { userId: user.id, reason: 'a friend’s wallet' }) =>
      owner(assignDeposit, { params: { id }, body });
    expect((await assign(NOBODY)).status).toBe(404);
    expect((await assign(deposit.id, { userId: NOBODY })).status).toBe(404);
    expect((await assign(deposit.id, { userId: 'x' })).status).toBe(400);
    expect((await assign('x')).status).toBe(400);
    const log = await world.count('admin_log');
    const answers = await Promise.all(Array.from({ length: 20 }, () => assign(deposit.id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await user.onlyBond()).toMatchObject({
      status: 'confirmed',
      amount: '987.000000',
      lmtAmount: '1.00000000',
      bondingStartTime: deposit.blockTime,
    });
    expect(await world.count('admin_log')).toBe(log + 1);
    expect((await openDeposits()).map(({ id }) => id)).not.toContain(deposit.id);
    // The sender's later claim is refused, because the deposit belongs to the user.
    const late = await world.signedIn(stranger);
    expect((await late.post('USDC', '987', signature)).body).toMatchObject({
      code: 'SIGNATURE_USED',
    });
    await world.setLmtPrice('987');
  });
});
