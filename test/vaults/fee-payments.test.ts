import { getTransferSolInstruction } from '@solana-program/system';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listDeposits } from '#contract/payments/admin-deposits';
import { deleteVault, editVault } from '#contract/vaults/admin-vaults';
import { getHistory } from '#contract/portfolio/portfolio';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { World } from '#test/world';
import { IMPATIENT, type Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { paymentOf, send, sendWire, signatureOf, units } from '#test/world/wallet';
import { give, holderOf, standsTo } from './holdings.ts';

const CONFIRMED = 2 * SECOND_MS;
const FINAL = 15 * SECOND_MS;
const SLOTS_300 = 300 * 400;
/** The fee of 1 LMT in lamports, and as a transfer. */
const FEE = 98_700_000n;
const FEE_SOL = '0.0987';

describe('fee payments', () => {
  const world = World.forTests();
  /** A server that soon gives up waiting for what is not there. */
  let impatient: Node;
  beforeAll(async () => {
    impatient = await world.restart({ paymentWait: IMPATIENT });
  });
  afterEach(() => world.expectSound());

  const codes = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  /** Lets the watcher see what was paid, and decide what was not announced. */
  const arrive = async (): Promise<void> => {
    await world.settleAfter(FINAL);
    await world.settleAfter(MINUTE_MS);
  };
  const lines = async (user: TestUser) =>
    (await user.call(getHistory, { params: { userId: user.id } })).body.all;

  describe('what does not pay', () => {
    test('a payment that failed: 402 with the whole fee, again and again', async () => {
      const user = await holderOf(world, '10', '1');
      const failed = await user.pay('SOL', '99999');
      await world.pass(CONFIRMED);
      const due = { status: 402, body: { requiresFeePayment: true, lamports: String(FEE) } };
      expect(await user.postStake('1', failed)).toMatchObject(due);
      await world.pass(FINAL);
      expect(await user.postStake('1', failed)).toMatchObject(due);
    });

    test('another sender’s, another recipient’s, another token’s: 422, and nothing is reserved', async () => {
      const [user, other] = [await world.user(), await holderOf(world, '10')];
      await give(world, user, '10');
      const foreign = await other.payFee(await other.feeQuote('1'));
      const elsewhere = await user.send(
        getTransferSolInstruction({
          source: user.wallet,
          destination: other.wallet.address,
          amount: units('SOL', '1'),
        }),
      );
      const inUsdc = await user.pay('USDC', '98.7');
      await world.pass(CONFIRMED);
      expect(await codes(user.postStake('1', foreign))).toEqual([422, 'DEPOSIT_OTHER_SENDER']);
      expect(await codes(user.postStake('1', elsewhere))).toEqual([422, 'DEPOSIT_OTHER_RECIPIENT']);
      expect(await codes(user.postStake('1', inUsdc))).toEqual([422, 'DEPOSIT_OTHER_MINT']);
      expect(await standsTo(world, user)).toEqual({ credit: 0n, unstaked: 1_000_000_000n });
      expect((await other.postStake('1', foreign)).status).toBe(201);
    });

    test('another user’s reference: the payment is its sender’s, at the prices of its time', async () => {
      const [user, other] = [await holderOf(world, '10'), await holderOf(world, '10')];
      const { reference } = await other.feeQuote('1');
      await user.pay('SOL', FEE_SOL, reference);
      await world.settleAfter(FINAL);
      expect(await standsTo(world, other)).toMatchObject({ credit: 0n });
      expect(await standsTo(world, user)).toMatchObject({ credit: 0n });
    });
  });

  describe('what is not seen', () => {
    test('409 with Retry-After, and then its stake; money is never asked for again', async () => {
      const user = await holderOf(world, '10');
      const { reference } = await user.feeQuote('1');
      const wire = await user.signedPayment('SOL', FEE_SOL, reference);
      const signature = signatureOf(wire);
      for (const _ of [1, 2]) {
        expect(await user.on(impatient).postStake('1', signature)).toMatchObject({
          status: 409,
          body: { code: 'FEE_NOT_SEEN' },
          headers: { 'retry-after': '2' },
        });
      }
      await sendWire(world.net, wire);
      await world.pass(CONFIRMED);
      expect(await user.on(impatient).postStake('1', signature)).toMatchObject({
        status: 201,
        body: { transactionHash: signature, feeFinalized: false },
      });
    });

    test('the answer comes with the confirmation', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.payFee(await user.feeQuote('1'));
      const posting = user.postStake('1', signature);
      await world.pass(CONFIRMED);
      expect((await posting).status).toBe(201);
    });

    test('not known for 300 slots by healthy answers, an outage left out: 402', async () => {
      const user = await holderOf(world, '10');
      const signature = signatureOf(await user.signedPayment('SOL', FEE_SOL));
      const post = () => user.on(impatient).postStake('1', signature);
      const undo = world.net.faults.inject({ kind: 'bad-gateway' });
      expect(await codes(post())).toEqual([409, 'FEE_NOT_SEEN']);
      await world.pass(SLOTS_300);
      expect(await codes(post()), 'an outage says nothing').toEqual([409, 'FEE_NOT_SEEN']);
      undo();
      expect(await codes(post()), 'the first healthy answer').toEqual([409, 'FEE_NOT_SEEN']);
      await world.pass(SLOTS_300 - 4_000);
      expect(await codes(post())).toEqual([409, 'FEE_NOT_SEEN']);
      await world.pass(5_000);
      expect(await post()).toMatchObject({
        status: 402,
        body: { code: 'FEE_REQUIRED', requiresFeePayment: true, lamports: String(FEE) },
      });
      // Another user who posts the same signature counts for themselves.
      const other = await holderOf(world, '10');
      const theirs = other.on(impatient).postStake('1', signature);
      expect(await codes(theirs)).toEqual([409, 'FEE_NOT_SEEN']);
    });

    test('given up, and landed all the same: it is credit', async () => {
      const user = await holderOf(world, '10');
      const { reference } = await user.feeQuote('1');
      const wire = await user.signedPayment('SOL', FEE_SOL, reference);
      const signature = signatureOf(wire);
      const post = () => user.on(impatient).postStake('1', signature);
      expect((await post()).status).toBe(409);
      await world.rows('update unseen_fees set slot = slot - 300 where user_id = $1', [user.id]);
      expect((await post()).status).toBe(402);
      await sendWire(world.net, wire);
      await world.settleAfter(FINAL);
      expect((await user.feeQuote('1')).credit).toBe(String(FEE));
      expect((await post()).status).toBe(201);
    });
  });

  describe('one signature, one thing', () => {
    test('posted again it answers with the same stake, whatever else is asked', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.payFee(await user.feeQuote('1'));
      await world.pass(CONFIRMED);
      const first = await user.postStake('1', signature);
      const again = await user.postStake('7', signature, { autoRestakeEnabled: true });
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.body).toEqual({ ...first.body, rewardsAccrued: '0.00000000' });
      expect(await standsTo(world, user)).toEqual({ credit: 0n, unstaked: 900_000_000n });
    });

    test('a fee is no bond', async () => {
      const user = await holderOf(world, '10');
      const { transactionHash } = await user.stake('1');
      expect(await codes(user.post('SOL', FEE_SOL, transactionHash!))).toEqual([
        409,
        'SIGNATURE_USED',
      ]);
      await arrive();
      expect(await user.bonds()).toEqual([]);
    });

    test('a bond is no fee: not one that was posted, nor one whose quote it names', async () => {
      const user = await holderOf(world, '10');
      const posted = await user.pay('SOL', '1');
      await world.pass(CONFIRMED);
      expect((await user.post('SOL', '1', posted)).status).toBe(201);
      expect(await codes(user.postStake('1', posted))).toEqual([409, 'SIGNATURE_USED']);
      const { reference } = await user.quote('SOL', '1');
      const quoted = await user.pay('SOL', '1', reference);
      await world.pass(CONFIRMED);
      expect(await codes(user.postStake('1', quoted))).toEqual([409, 'SIGNATURE_USED']);
      await arrive();
      expect((await user.bonds()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
      expect(await codes(user.postStake('1', quoted))).toEqual([409, 'SIGNATURE_USED']);
    });

    test('announced as a bond and taken as a fee, the bond has failed', async () => {
      const user = await holderOf(world, '10');
      const wire = await user.signedPayment('SOL', '1');
      const signature = signatureOf(wire);
      const { body } = await user.on(impatient).post('SOL', '1', signature);
      expect(body.status).toBe('pending');
      await sendWire(world.net, wire);
      await world.pass(CONFIRMED);
      expect((await user.postStake('1', signature)).status).toBe(201);
      await arrive();
      expect(await user.onlyBond()).toMatchObject({ id: body.id, status: 'failed' });
      expect(await standsTo(world, user)).toMatchObject({ credit: 1_000_000_000n - FEE });
    });

    test('two payers in one transaction pay for themselves', async () => {
      const [a, b] = [await holderOf(world, '10'), await holderOf(world, '10')];
      const signature = await a.send(
        await paymentOf(a.wallet, world.till, { token: 'SOL', amount: units('SOL', FEE_SOL) }),
        await paymentOf(b.wallet, world.till, { token: 'SOL', amount: units('SOL', '0.1974') }),
      );
      await world.pass(CONFIRMED);
      expect((await a.postStake('1', signature)).status).toBe(201);
      expect((await b.postStake('2', signature)).status).toBe(201);
      expect([await standsTo(world, a), await standsTo(world, b)]).toMatchObject([
        { credit: 0n },
        { credit: 0n },
      ]);
    });

    test('of a stake that the owner has deleted: 409, and no other stake for nothing', async () => {
      const user = await holderOf(world, '10');
      const { id, transactionHash } = await user.stake('1');
      const owner = await world.owner();
      expect((await owner(deleteVault, { params: { vaultId: id } })).status).toBe(200);
      expect(await codes(user.postStake('1', transactionHash!))).toEqual([409, 'SIGNATURE_USED']);
    });
  });

  describe('what nobody posted', () => {
    test('names a fee quote: it is credit once it is final, and its stake’s when that is posted', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.payFee(await user.feeQuote('1'));
      await world.pass(FINAL);
      expect((await user.feeQuote('1')).credit).toBe('0');
      await world.settle();
      expect((await user.feeQuote('1')).credit).toBe(String(FEE));
      await arrive();
      expect(await user.bonds()).toEqual([]);
      expect(await user.postStake('1', signature)).toMatchObject({
        status: 201,
        body: { transactionHash: signature, feeFinalized: true },
      });
      expect(await standsTo(world, user)).toEqual({ credit: 0n, unstaked: 900_000_000n });
    });

    test('… or any stake’s: who posts it later finds it spent', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.payFee(await user.feeQuote('1'));
      await world.settleAfter(FINAL);
      expect((await user.postStake('1')).body).toMatchObject({ transactionHash: null });
      expect(await user.postStake('1', signature)).toMatchObject({
        status: 402,
        body: { lamports: String(FEE) },
      });
    });

    test('seen final by another node while it was read as confirmed: it can be activated', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.payFee(await user.feeQuote('1'));
      await world.settleAfter(FINAL);
      const { chain } = world.node.parts;
      const behind = await world.restart({
        chain: {
          ...chain,
          async facts(of) {
            const facts = await chain.facts(of);
            if (facts.kind !== 'fact') return facts;
            return { ...facts, value: { ...facts.value, commitment: 'confirmed' } };
          },
        },
      });
      const { body } = await user.on(behind).postStake('1', signature);
      await world.advance(DAY_MS);
      expect((await user.activate(body.id)).status).toBe(200);
    });

    test('names nothing: a bond, until its payer says that it was a fee', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.pay('SOL', FEE_SOL);
      await arrive();
      const bond = await user.onlyBond();
      expect(bond).toMatchObject({ status: 'confirmed', transactionHash: signature });
      expect((await user.postStake('1', signature)).body).toMatchObject({
        stakingFeePaid: '0.098700000',
        transactionHash: signature,
        feeFinalized: true,
      });
      expect(await user.bonds()).toEqual([]);
      expect((await user.portfolio()).inBonding).toBe('0.00000000');
      expect(await standsTo(world, user)).toMatchObject({ credit: 0n });
      expect((await lines(user)).map(({ type, status }) => [type, status])).toEqual([
        ['stake', 'completed'],
        ['bond', 'failed'],
      ]);
      await world.advance(DAY_MS);
      expect((await user.claim(bond.id)).status).toBe(404);
      expect(await codes(user.post('SOL', FEE_SOL, signature))).toEqual([409, 'SIGNATURE_USED']);
    });

    test('… but not once it is claimed', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.pay('SOL', '1');
      await world.advance(DAY_MS);
      expect((await user.onlyBond()).status).toBe('confirmed');
      await world.advance(DAY_MS);
      expect((await user.claim((await user.onlyBond()).id)).status).toBe(200);
      expect(await codes(user.postStake('1', signature))).toEqual([409, 'SIGNATURE_USED']);
    });

    test('… and stays a bond where the stake is refused for something else than its fee', async () => {
      const user = await holderOf(world, '1');
      const signature = await user.pay('SOL', '1');
      await arrive();
      expect((await user.postStake('2', signature)).status).toBe(422);
      expect(await user.onlyBond()).toMatchObject({ status: 'confirmed' });
      expect(await standsTo(world, user)).toMatchObject({ credit: 0n });
    });

    test('… too small for the fee, it is credit, and what is missing is enough', async () => {
      const user = await holderOf(world, '10');
      const first = await user.pay('SOL', '0.05');
      await arrive();
      expect(await user.postStake('1', first)).toMatchObject({
        status: 402,
        body: { lamports: '48700000' },
      });
      expect(await user.bonds()).toEqual([]);
      const second = await user.pay('SOL', '0.0487');
      await world.pass(CONFIRMED);
      expect((await user.postStake('1', second)).status).toBe(201);
      expect(await standsTo(world, user)).toMatchObject({ credit: 0n });
    });

    test('too small for a bond: an unmatched deposit, and its sender’s fee when that is posted', async () => {
      const owner = await world.owner();
      const listed = async (signature: string) =>
        (await owner(listDeposits, { query: { small: 'true' } })).body.filter(
          (deposit) => deposit.signature === signature,
        );
      const [user, other] = [await holderOf(world, '10'), await holderOf(world, '10')];
      const signature = await user.pay('SOL', '0.005');
      await arrive();
      expect(await listed(signature)).toMatchObject([{ small: true, status: 'open' }]);
      expect(await codes(other.postStake('0.05', signature))).toEqual([
        422,
        'DEPOSIT_OTHER_SENDER',
      ]);
      expect((await user.postStake('0.05', signature)).body).toMatchObject({
        stakingFeePaid: '0.004935000',
        feeFinalized: true,
      });
      expect(await listed(signature)).toEqual([]);
      expect(await standsTo(world, user)).toMatchObject({ credit: 65_000n });
    });

    test('by a wallet that signs in only later: unmatched, and then its fee', async () => {
      const wallet = await world.fundedWallet('10', '0');
      const paid = await paymentOf(wallet, world.till, { token: 'SOL', amount: units('SOL', '1') });
      const signature = await send(world.net, wallet, [paid]);
      await arrive();
      const user = await world.signedIn(wallet);
      await give(world, user, '10');
      expect((await user.postStake('1', signature)).status).toBe(201);
      expect(await standsTo(world, user)).toMatchObject({ credit: 1_000_000_000n - FEE });
    });
  });

  describe('what vanishes before it is final', () => {
    const vanishing = async (user: TestUser, sol: string): Promise<string> => {
      const { reference } = await user.feeQuote('1');
      const wire = await user.signedPayment('SOL', sol, reference);
      world.net.faults.inject({ kind: 'roll-back', afterSlots: 10 }, { times: 1 });
      await sendWire(world.net, wire);
      await world.pass(CONFIRMED);
      return wire;
    };
    const vanish = (): Promise<void> => world.settleAfter(20 * SECOND_MS);

    test('takes its stake with it: LMT and credit are as before; landed again, it pays again', async () => {
      const user = await holderOf(world, '10');
      await user.pay('SOL', '0.04', (await user.feeQuote('1')).reference);
      await world.settleAfter(FINAL);
      const before = await standsTo(world, user);
      expect(before).toEqual({ credit: 40_000_000n, unstaked: 1_000_000_000n });
      const wire = await vanishing(user, '0.0587');
      const signature = signatureOf(wire);
      const { body } = await user.postStake('1', signature);
      expect(body).toMatchObject({ status: 'vesting', feeFinalized: false });
      expect(await standsTo(world, user)).toEqual({ credit: 0n, unstaked: 900_000_000n });
      await vanish();
      expect(await standsTo(world, user)).toEqual(before);
      expect(await user.onlyStake()).toMatchObject({
        id: body.id,
        status: 'completed',
        voided: true,
        amount: '0.00000000',
      });
      expect(await lines(user)).toMatchObject([{ type: 'stake', status: 'failed' }]);
      expect(await codes(user.activate(body.id))).toEqual([409, 'VAULT_COMPLETED']);
      await world.expectSound();
      await sendWire(world.net, wire);
      await world.pass(CONFIRMED);
      const again = await user.postStake('1', signature);
      expect([again.status, again.body.id === body.id]).toEqual([201, false]);
      expect(await standsTo(world, user)).toEqual({ credit: 0n, unstaked: 900_000_000n });
    });

    test('leaves other stakes alone, and what was left over of it is gone', async () => {
      const user = await holderOf(world, '10');
      const gone = signatureOf(await vanishing(user, '1'));
      expect((await user.postStake('1', gone)).status).toBe(201);
      const lasting = await user.pay('SOL', '0.1974', (await user.feeQuote('2')).reference);
      await world.pass(CONFIRMED);
      const { body } = await user.postStake('2', lasting);
      await vanish();
      expect(await standsTo(world, user)).toEqual({ credit: 0n, unstaked: 800_000_000n });
      const stakes = await user.stakes();
      expect(stakes.map(({ id, voided }) => [id === body.id, voided])).toEqual([
        [true, false],
        [false, true],
      ]);
      await world.advance(DAY_MS);
      expect((await user.activate(body.id)).status).toBe(200);
    });

    test('takes credit with it that no stake had used', async () => {
      const user = await holderOf(world, '10');
      const gone = signatureOf(await vanishing(user, '0.05'));
      expect((await user.postStake('1', gone)).status).toBe(402);
      expect(await standsTo(world, user)).toMatchObject({ credit: 50_000_000n });
      await vanish();
      expect(await standsTo(world, user)).toMatchObject({ credit: 0n });
    });

    test('takes nothing twice from a stake that the owner has deleted meanwhile', async () => {
      const [owner, user] = [await world.owner(), await holderOf(world, '10')];
      const gone = signatureOf(await vanishing(user, '1'));
      const { body } = await user.postStake('1', gone);
      const params = { vaultId: body.id };
      expect((await owner(deleteVault, { params })).status).toBe(200);
      await vanish();
      expect(world.alerts).toEqual([]);
      expect(await standsTo(world, user)).toEqual({ credit: 0n, unstaked: 1_000_000_000n });
    });

    test('is not believed to be gone while the chain cannot be asked', async () => {
      const user = await holderOf(world, '10');
      const { id } = await user.stake('1');
      await world.pass(20 * SECOND_MS);
      const undo = world.net.faults.inject({ kind: 'bad-gateway' });
      await world.settle();
      undo();
      expect(await user.onlyStake()).toMatchObject({ id, voided: false, feeFinalized: false });
      await world.settle();
      expect(await user.onlyStake()).toMatchObject({ id, voided: false, feeFinalized: true });
    });
  });

  test('what follows fees leaves the time alone at which a vault is swept that the owner has started', async () => {
    const [owner, user] = [await world.owner(), await holderOf(world, '10')];
    const { id } = await user.stake('1');
    const params = { vaultId: id };
    expect((await owner(editVault, { params, body: { status: 'active' } })).status).toBe(200);
    await world.advance(8 * DAY_MS);
    const [row] = await world.rows<{ status: string }>('select status from vaults where id = $1', [
      id,
    ]);
    expect(row?.status).toBe('completed');
  });

  test('… or that was known to be final before', async () => {
    const user = await holderOf(world, '10');
    const first = await user.pay('SOL', '0.05', (await user.feeQuote('1')).reference);
    await world.pass(CONFIRMED);
    expect((await user.postStake('1', first)).status).toBe(402);
    await world.pass(FINAL);
    // Final when it is posted again, which the follower has not noticed yet; nor does it for a day.
    const { id } = (await user.postStake('0.5', first)).body;
    await world.pass(DAY_MS);
    expect((await user.activate(id)).status).toBe(200);
    await world.settle();
    await world.advance(8 * DAY_MS);
    expect(await user.onlyStake()).toMatchObject({ status: 'completed' });
    const [row] = await world.rows<{ status: string }>('select status from vaults where id = $1', [
      id,
    ]);
    expect(row?.status).toBe('completed');
  });
});
