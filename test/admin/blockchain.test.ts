import type { KeyPairSigner } from '@solana/kit';
import { expect, test } from 'vitest';
import { assignDeposit, listDeposits } from '#contract/payments/admin-deposits';
import {
  cleanUpBonds,
  fixAll,
  getBlockchainAudit,
  verifyBlockchain,
} from '#contract/audit/chain-audit';
import { getLog } from '#contract/audit/admin-log';
import { deleteBond, editUser } from '#contract/users/admin-users';
import { getHistory } from '#contract/portfolio/portfolio';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import { chainOn } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { bookedWithoutPayment, rowWithoutPayment } from './unpaid-bonds.ts';
import { paymentOf, send, units } from '#test/world/wallet';

onOneDatabase('verification of bonds on the chain', (fresh) => {
  const world = World.forTests({ fresh });
  const owner = world.ownerForTests();

  /** Wallet that paid before it became a user; its payment is an unmatched deposit. */
  const paidBy = async (usdc: string): Promise<KeyPairSigner> => {
    const wallet = await world.fundedWallet('10', usdc);
    const paid = await paymentOf(wallet, world.till, {
      token: 'USDC',
      amount: units('USDC', usdc),
    });
    await send(world.net, wallet, [paid]);
    await world.advance(5 * MINUTE_MS);
    await world.settle();
    return wallet;
  };
  /** The same wallet, signed in. */
  const payer = async (usdc: string): Promise<TestUser> => world.signedIn(await paidBy(usdc));
  const chainAudit = async (query: Record<string, string> = {}) => {
    await world.pass(31 * SECOND_MS);
    return owner(getBlockchainAudit, { query });
  };
  const auditOf = async ({ id }: TestUser) =>
    (await chainAudit({ limit: '200' })).body.userAudits.find(({ userId }) => userId === id);

  test('an unknown plan or page is refused as malformed', async () => {
    const plans = ['x', '0f'.repeat(32), `-1-${'0f'.repeat(32)}`];
    for (const plan of plans) {
      expect((await owner(cleanUpBonds, { query: { plan } })).status).toBe(400);
    }
    expect((await owner(getBlockchainAudit, { query: { cursor: 'x' } })).status).toBe(400);
  });

  test('verification lists every payment, whoever paid, and finds payments of bonds without a signature', async () => {
    expect((await chainAudit()).body.lastVerification).toBeNull();
    const sound = await (await world.user()).bonded('2');
    const given = await payer('50');
    const [deposit] = (await owner(listDeposits)).body;
    const body = { userId: sound.id };
    expect((await owner(assignDeposit, { params: { id: deposit!.id }, body })).status).toBe(201);
    const early = await payer('40');
    const announced = [(await early.post('USDC', '40')).body];
    const late = await world.user();
    announced.push((await late.post('USDC', '30')).body);
    await late.pay('USDC', '30');
    await world.settleAfter(20 * SECOND_MS);
    const verified = await owner(verifyBlockchain, { body: { reason: 'monthly' } });
    expect(verified.body).toMatchObject({
      bondsChecked: 4,
      bondsVerified: 4,
      fakeBonds: 0,
      unknown: 0,
      txHashesStored: 2,
      message: '4 of 4 bonds verified on the blockchain; 0 fake, 0 without a definite answer',
    });
    const logged = (await owner(getLog, { query: { search: 'monthly' } })).body.entries;
    expect(logged).toMatchObject([
      { call: 'POST /api/admin/verify-blockchain', after: { bondsVerified: 4 } },
    ]);
    for (const [i, user] of [early, late].entries()) {
      const bond = await user.onlyBond();
      expect(bond).toMatchObject({ id: announced[i]!.id, status: 'confirmed' });
      expect(bond.transactionSignature).not.toBeNull();
    }
    expect((await owner(verifyBlockchain)).body.txHashesStored).toBe(0);
    const read = await chainAudit({ limit: '1' });
    expect(read.body).toMatchObject({
      summary: { totalDatabaseBonds: 4, verifiedTransactions: 4, fakeBonds: 0, affectedUsers: 0 },
      systemWideIssues: [],
      lastVerification: { bondsVerified: 4 },
    });
    expect([read.headers['x-total-count'], read.headers['x-next-cursor']]).toEqual(['3', '1']);
    const next = await chainAudit({ limit: '2', cursor: '1' });
    expect(next.headers['x-next-cursor']).toBeUndefined();
    const ids = [...read.body.userAudits, ...next.body.userAudits].map(({ userId }) => userId);
    expect(ids.toSorted()).toEqual([sound.id, early.id, late.id].toSorted());
    expect(ids).not.toContain(given.id);
    expect(await auditOf(sound)).toMatchObject({
      verified: true,
      discrepancy: {
        dbTotal: '9.870000000',
        blockchainTotal: '9.870000000',
        dbTotalUSDC: '50.000000',
      },
      databaseBonds: 2,
      blockchainTransactions: 2,
      databaseTransactions: 2,
      recommendedActions: [],
    });
    await world.expectSound();
  });

  test('fake bonds are found, listed and deleted as listed, and an outage makes no bond fake', async () => {
    const liar = await (await world.user()).bonded('1');
    const unsigned = (await liar.post('USDC', '500')).body;
    const row = await rowWithoutPayment(world, liar, 'completed');
    const young = await auditOf(liar);
    expect(young).toMatchObject({ verified: true, unknown: 2, databaseBonds: 3 });
    expect(young!.recommendedActions).toEqual(['Verify 2 bonds again: no definite answer yet']);
    const claimed = await bookedWithoutPayment(liar, 'SOL', '49.35');
    await world.advance(DAY_MS);
    expect((await liar.claim(claimed.id)).status).toBe(200);
    const locked = await bookedWithoutPayment(liar, 'USDC', '987');
    const away = { adjustment: { direction: 'debit', amount: '4' } };
    await owner(editUser, { params: { id: liar.id }, body: away });
    await world.pass(2 * HOUR_MS);

    world.net.faults.inject({ kind: 'bad-gateway' });
    expect((await owner(verifyBlockchain)).body.code).toBe('CHAIN_UNAVAILABLE');
    const blind = await owner(cleanUpBonds, { query: { dryRun: 'true' } });
    expect(blind.body.changes).toMatchObject([{ bondId: unsigned.id }]);
    expect(blind.body.notes).toHaveLength(1);
    expect(await auditOf(liar)).toMatchObject({
      discrepancy: { fakeBondsAmount: '0.000000000', fakeBondsAmountUSDC: '500.000000' },
    });
    world.net.faults.clear();

    await world.pass(11 * MINUTE_MS);
    expect(await auditOf(liar)).toMatchObject({
      verified: false,
      discrepancy: {
        dbTotal: '103.635000000',
        blockchainTotal: '4.935000000',
        fakeBondsAmount: '98.700000000',
        fakeBondsAmountUSDC: '1487.000000',
      },
      recommendedActions: ['Clean up 4 fake bonds'],
    });
    const stale = { plan: blind.body.plan };
    expect((await owner(cleanUpBonds, { query: stale })).body.code).toBe('PLAN_CHANGED');
    const listed = await owner(cleanUpBonds, { query: { dryRun: 'true' } });
    expect(await liar.bonds()).toHaveLength(5);
    const lines = await world.count('admin_log');
    const { plan, changes } = listed.body;
    const real = await owner(cleanUpBonds, { query: { plan, reason: 'made up' } });
    expect(real.body).toMatchObject({ dryRun: false, deletedCount: 4, changes, notes: [] });
    const deleted = changes.flatMap((one) => (one.kind === 'delete-bond' ? [one.bondId] : []));
    expect(deleted.toSorted()).toEqual([unsigned.id, row, claimed.id, locked.id].toSorted());
    expect(await world.count('admin_log')).toBe(lines + 4);
    expect(await liar.bonds()).toHaveLength(1);
    // Of the liar's 11 LMT 4 are gone: deleting the 10 unpaid LMT takes 7 and records a shortfall of 3.
    expect(await liar.portfolio()).toMatchObject({ totalLMT: '0.00000000' });
    const short = await world.rows(
      'select shortfall from bonds where user_id = $1 and shortfall > 0',
      [liar.id],
    );
    expect(short).toEqual([{ shortfall: 3_00000000n }]);
    const deposits = (await owner(listDeposits)).body.filter((d) => d.sender === liar.address);
    expect(deposits).toEqual([]);
    expect((await owner(cleanUpBonds, { query: { plan } })).body.code).toBe('PLAN_CHANGED');
    expect((await owner(cleanUpBonds)).body).toMatchObject({ deletedCount: 0, changes: [] });
    const told = await liar.call(getHistory, { params: { userId: liar.id } });
    const notes = told.body.all.map(({ note, status }) => note ?? status);
    expect(notes.filter((note) => /fake bond deleted/.test(note))).toHaveLength(2);
    expect(notes).not.toContain('pending');
    const { entries, holds } = (await owner(getLog, { query: { search: 'made up' } })).body;
    expect([entries.length, holds]).toEqual([4, true]);
    await world.expectSound();
  });

  test('deleting a bond that names another transaction than was booked keeps the payment', async () => {
    const user = await world.user();
    const { id, transactionSignature } = await user.bond('USDC', '987');
    await world.advance(DAY_MS);
    await world.rows(`update bonds set signature = reverse(signature) where id = $1`, [id]);
    expect((await owner(cleanUpBonds)).body.changes).toMatchObject([{ bondId: id }]);
    const deposit = (await owner(listDeposits)).body.find((d) => d.sender === user.address);
    expect(deposit).toMatchObject({ signature: transactionSignature, amount: '987.000000' });
    await world.expectSound();
    const params = { id: deposit!.id };
    const given = await owner(assignDeposit, { params, body: { userId: user.id } });
    expect(given.body).toMatchObject({ transactionSignature, lmtAmount: '1.00000000' });
    // A bond without payment leaves no refundable deposit when it is deleted singly, either.
    const unpaid = await bookedWithoutPayment(user, 'USDC', '987');
    await world.pass(2 * HOUR_MS);
    await owner(verifyBlockchain);
    const gone = await owner(deleteBond, { params: { id: unpaid.id } });
    expect(gone.body).toEqual({ id: unpaid.id, shortfall: '0.00000000', depositId: null });
    await world.expectSound();
  });

  test('Auto-Fix deletes fake bonds and creates bonds from payments, as listed and within the supply', async () => {
    const liar = await world.user();
    await liar.post('USDC', '20');
    const known = await payer('9870');
    const known2 = await payer('98700');
    await world.pass(HOUR_MS);
    const { issued } = (
      await world.rows<{ issued: string }>(
        `select -sum(amount) as issued from postings where ref is null and asset = 'LMT'`,
      )
    )[0]!;
    await world.setTerms({ maxSupply: BigInt(issued) + 50_00000000n });
    const listed = await owner(fixAll, { query: { dryRun: 'true' } });
    expect(listed.body).toMatchObject({
      dryRun: true,
      summary: { fixedUsers: 2, deletedFakeBonds: 1, totalFakeSol: '0.000000000' },
      changes: [
        {
          kind: 'delete-bond',
          userId: liar.id,
          amount: '20.000000',
          why: 'No payment transaction recorded',
        },
        { kind: 'create-bond', userId: known.id, amount: '9870.000000', lmtAmount: '10.00000000' },
      ],
    });
    expect(listed.body.notes).toEqual([
      `Payment of 98700.000000 USDC by ${known2.address} is left: the maximum supply has no room for it`,
    ]);
    expect(await known.bonds()).toEqual([]);
    const { plan, changes } = listed.body;
    const both = await Promise.all([
      owner(fixAll, { query: { plan } }),
      owner(fixAll, { query: { plan } }),
    ]);
    const made = both.flatMap(({ status, body }) => (status === 200 ? body.changes : []));
    expect(made.map((one) => one.kind).toSorted()).toEqual(['create-bond', 'delete-bond']);
    expect(made).toEqual(expect.arrayContaining(changes));
    expect(await known.onlyBond()).toMatchObject({ status: 'confirmed', lmtAmount: '10.00000000' });
    expect(await liar.bonds()).toEqual([]);
    await world.setTerms({ maxSupply: 1_000_000_00000000n });
    const rest = await owner(fixAll);
    expect(rest.body).toMatchObject({ summary: { fixedUsers: 1 }, notes: [] });
    expect(await known2.onlyBond()).toMatchObject({ lmtAmount: '100.00000000' });
    expect((await owner(fixAll)).body.changes).toEqual([]);
  });

  test('a plan executes exactly the listed changes, without findings made since', async () => {
    const liar = await world.user();
    const old = (await liar.post('USDC', '20')).body;
    const known = await payer('9870');
    const stranger = await paidBy('19740');
    await world.pass(54 * MINUTE_MS);
    const young = (await liar.post('USDC', '21')).body;
    await world.pass(2 * MINUTE_MS);
    const query = { dryRun: 'true' };
    const fakes = (await owner(cleanUpBonds, { query })).body;
    expect(fakes.changes).toMatchObject([{ bondId: old.id }]);
    const all = (await owner(fixAll, { query })).body;
    expect(all.changes).toMatchObject([{ bondId: old.id }, { userId: known.id }]);
    const late = await payer('29610');
    const joined = await world.signedIn(stranger);
    await world.pass(HOUR_MS);
    const plan = `9${all.plan}`;
    expect((await owner(fixAll, { query: { plan } })).body.code).toBe('PLAN_CHANGED');
    const fixed = (await owner(fixAll, { query: { plan: all.plan } })).body;
    expect(fixed).toMatchObject({ changes: all.changes, notes: [], plan: all.plan });
    expect(await liar.onlyBond()).toMatchObject({ id: young.id });
    expect(await known.onlyBond()).toMatchObject({ lmtAmount: '10.00000000' });
    expect([await late.bonds(), await joined.bonds()]).toEqual([[], []]);
    const gone = await owner(cleanUpBonds, { query: { plan: fakes.plan } });
    expect(gone.body.code).toBe('PLAN_CHANGED');

    const other = (await liar.post('USDC', '22')).body;
    await world.pass(2 * HOUR_MS);
    const next = (await owner(cleanUpBonds, { query })).body;
    expect(next.changes).toMatchObject([{ bondId: young.id }, { bondId: other.id }]);
    await owner(deleteBond, { params: { id: other.id } });
    const half = await owner(cleanUpBonds, { query: { plan: next.plan } });
    expect(half.body.code).toBe('PLAN_CHANGED');
    expect((await owner(fixAll)).body.summary).toMatchObject({ fixedUsers: 3 });
    await world.expectSound();
  });

  test('a bond paid to an earlier treasury address is not fake', async () => {
    const user = await (await world.user()).bonded('2');
    await owner(verifyBlockchain, { body: {} });
    const [, next] = world.wallets.wallets;
    const chain = await chainOn(world.net, { ...world.wallets, wallets: [next!] });
    const rotated = await world.restart({ chain });
    expect((await owner(verifyBlockchain, { body: {} }, rotated)).status).toBe(200);
    const { body } = await owner(cleanUpBonds, { query: { dryRun: 'true' } }, rotated);
    expect(body.changes.filter(({ userId }) => userId === user.id)).toEqual([]);
    expect(await auditOf(user)).toMatchObject({ verified: true });
  });
});
