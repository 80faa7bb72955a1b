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
import { give, holderOf, ledgerBalances } from './stakers.ts';

const CONFIRMED = 2 * SECOND_MS;
const FINAL = 15 * SECOND_MS;
const SLOTS_300 = 300 * 400;
/** Fee of 1 LMT in lamports, and as a decimal. */
const FEE = 98_700_000n;
const FEE_SOL = '0.0987';

describe('fee payments', () => {
  const world = World.forTests();
  /** Server with a short payment timeout. */
  let impatient: Node;
  beforeAll(async () => {
    impatient = await world.restart({ paymentWait: IMPATIENT });
  });
  afterEach(() => world.expectSound());

  const codes = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  /** Lets the watcher process payments, announced or not. */
  const arrive = async (): Promise<void> => {
    await world.settleAfter(FINAL);
    await world.settleAfter(MINUTE_MS);
  };
  const lines = async (user: TestUser) =>
    (await user.call(getHistory, { params: { userId: user.id } })).body.all;

  describe('that are invalid', () => {
    test('failed on chain: refuse with 402 and the whole fee, every time', async () => {
      const user = await holderOf(world, '10', '1');
      const failed = await user.pay('SOL', '99999');
      await world.pass(CONFIRMED);
      const due = { status: 402, body: { requiresFeePayment: true, lamports: String(FEE) } };
      expect(await user.postStake('1', failed)).toMatchObject(due);
      await world.pass(FINAL);
      expect(await user.postStake('1', failed)).toMatchObject(due);
    });

    test('with another sender, recipient or token: refuse with 422, reserving nothing', async () => {
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
      expect(await ledgerBalances(world, user)).toEqual({ credit: 0n, unstaked: 1_000_000_000n });
      expect((await other.postStake('1', foreign)).status).toBe(201);
    });

    test('with another user’s reference: count for their sender, at the prices of their time', async () => {
      const [user, other] = [await holderOf(world, '10'), await holderOf(world, '10')];
      const { reference } = await other.feeQuote('1');
      await user.pay('SOL', FEE_SOL, reference);
      await world.settleAfter(FINAL);
      expect(await ledgerBalances(world, other)).toMatchObject({ credit: 0n });
      expect(await ledgerBalances(world, user)).toMatchObject({ credit: 0n });
    });
  });

  describe('that are not visible yet', () => {
    test('refuse with 409 and Retry-After, then make the stake, without asking for money again', async () => {
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

    test('are awaited, and the response follows the confirmation', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.payFee(await user.feeQuote('1'));
      const posting = user.postStake('1', signature);
      await world.pass(CONFIRMED);
      expect((await posting).status).toBe(201);
    });

    test('refuse with 402 if healthy providers have not known them for 300 slots, outages excluded', async () => {
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
      // Another user who posts the same signature has their own wait.
      const other = await holderOf(world, '10');
      const theirs = other.on(impatient).postStake('1', signature);
      expect(await codes(theirs)).toEqual([409, 'FEE_NOT_SEEN']);
    });

    test('become credit if they land after being given up', async () => {
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

  describe('used for one purpose', () => {
    test('return the same stake when posted again, whatever else is sent', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.payFee(await user.feeQuote('1'));
      await world.pass(CONFIRMED);
      const first = await user.postStake('1', signature);
      const again = await user.postStake('7', signature, { autoRestakeEnabled: true });
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.body).toEqual({ ...first.body, rewardsAccrued: '0.00000000' });
      expect(await ledgerBalances(world, user)).toEqual({ credit: 0n, unstaked: 900_000_000n });
    });

    test('are not accepted as bonds', async () => {
      const user = await holderOf(world, '10');
      const { transactionHash } = await user.stake('1');
      expect(await codes(user.post('SOL', FEE_SOL, transactionHash!))).toEqual([
        409,
        'SIGNATURE_USED',
      ]);
      await arrive();
      expect(await user.bonds()).toEqual([]);
    });

    test('are not taken from bonds that were posted or quoted', async () => {
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

    test('fail a bond that was announced with their signature', async () => {
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
      expect(await ledgerBalances(world, user)).toMatchObject({ credit: 1_000_000_000n - FEE });
    });

    test('count for each of two payers in one transaction', async () => {
      const [a, b] = [await holderOf(world, '10'), await holderOf(world, '10')];
      const signature = await a.send(
        await paymentOf(a.wallet, world.till, { token: 'SOL', amount: units('SOL', FEE_SOL) }),
        await paymentOf(b.wallet, world.till, { token: 'SOL', amount: units('SOL', '0.1974') }),
      );
      await world.pass(CONFIRMED);
      expect((await a.postStake('1', signature)).status).toBe(201);
      expect((await b.postStake('2', signature)).status).toBe(201);
      expect([await ledgerBalances(world, a), await ledgerBalances(world, b)]).toMatchObject([
        { credit: 0n },
        { credit: 0n },
      ]);
    });

    test('of a deleted stake refuse with 409, and pay for no other stake', async () => {
      const user = await holderOf(world, '10');
      const { id, transactionHash } = await user.stake('1');
      const owner = await world.owner();
      expect((await owner(deleteVault, { params: { vaultId: id } })).status).toBe(200);
      expect(await codes(user.postStake('1', transactionHash!))).toEqual([409, 'SIGNATURE_USED']);
    });
  });

  describe('that were never posted', () => {
    test('with a fee quote become credit once final, and pay their stake when posted', async () => {
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
      expect(await ledgerBalances(world, user)).toEqual({ credit: 0n, unstaked: 900_000_000n });
    });

    test('with a fee quote pay for any stake, and are spent when posted later', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.payFee(await user.feeQuote('1'));
      await world.settleAfter(FINAL);
      expect((await user.postStake('1')).body).toMatchObject({ transactionHash: null });
      expect(await user.postStake('1', signature)).toMatchObject({
        status: 402,
        body: { lamports: String(FEE) },
      });
    });

    test('seen as final by another node while read as confirmed let the vault be activated', async () => {
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

    test('without a quote become a bond, until their payer posts them as a fee', async () => {
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
      expect(await ledgerBalances(world, user)).toMatchObject({ credit: 0n });
      expect((await lines(user)).map(({ type, status }) => [type, status])).toEqual([
        ['stake', 'completed'],
        ['bond', 'failed'],
      ]);
      await world.advance(DAY_MS);
      expect((await user.claim(bond.id)).status).toBe(404);
      expect(await codes(user.post('SOL', FEE_SOL, signature))).toEqual([409, 'SIGNATURE_USED']);
    });

    test('without a quote stay a bond once it is claimed', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.pay('SOL', '1');
      await world.advance(DAY_MS);
      expect((await user.onlyBond()).status).toBe('confirmed');
      await world.advance(DAY_MS);
      expect((await user.claim((await user.onlyBond()).id)).status).toBe(200);
      expect(await codes(user.postStake('1', signature))).toEqual([409, 'SIGNATURE_USED']);
    });

    test('without a quote stay a bond if the stake is refused for another reason', async () => {
      const user = await holderOf(world, '1');
      const signature = await user.pay('SOL', '1');
      await arrive();
      expect((await user.postStake('2', signature)).status).toBe(422);
      expect(await user.onlyBond()).toMatchObject({ status: 'confirmed' });
      expect(await ledgerBalances(world, user)).toMatchObject({ credit: 0n });
    });

    test('without a quote below the fee become credit, and the missing amount suffices', async () => {
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
      expect(await ledgerBalances(world, user)).toMatchObject({ credit: 0n });
    });

    test('below the smallest bond become an unmatched deposit, and their sender’s fee when posted', async () => {
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
      expect(await ledgerBalances(world, user)).toMatchObject({ credit: 65_000n });
    });

    test('of a wallet that signs in later are unmatched first, then its fee', async () => {
      const wallet = await world.fundedWallet('10', '0');
      const paid = await paymentOf(wallet, world.till, { token: 'SOL', amount: units('SOL', '1') });
      const signature = await send(world.net, wallet, [paid]);
      await arrive();
      const user = await world.signedIn(wallet);
      await give(world, user, '10');
      expect((await user.postStake('1', signature)).status).toBe(201);
      expect(await ledgerBalances(world, user)).toMatchObject({ credit: 1_000_000_000n - FEE });
    });
  });

  describe('that are rolled back', () => {
    const vanishing = async (user: TestUser, sol: string): Promise<string> => {
      const { reference } = await user.feeQuote('1');
      const wire = await user.signedPayment('SOL', sol, reference);
      world.net.faults.inject({ kind: 'roll-back', afterSlots: 10 }, { times: 1 });
      await sendWire(world.net, wire);
      await world.pass(CONFIRMED);
      return wire;
    };
    const vanish = (): Promise<void> => world.settleAfter(20 * SECOND_MS);

    test('reverse their stake, LMT and credit, and pay again when they land again', async () => {
      const user = await holderOf(world, '10');
      await user.pay('SOL', '0.04', (await user.feeQuote('1')).reference);
      await world.settleAfter(FINAL);
      const before = await ledgerBalances(world, user);
      expect(before).toEqual({ credit: 40_000_000n, unstaked: 1_000_000_000n });
      const wire = await vanishing(user, '0.0587');
      const signature = signatureOf(wire);
      const { body } = await user.postStake('1', signature);
      expect(body).toMatchObject({ status: 'vesting', feeFinalized: false });
      expect(await ledgerBalances(world, user)).toEqual({ credit: 0n, unstaked: 900_000_000n });
      await vanish();
      expect(await ledgerBalances(world, user)).toEqual(before);
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
      expect(await ledgerBalances(world, user)).toEqual({ credit: 0n, unstaked: 900_000_000n });
    });

    test('reverse no other stake, and remove their unused remainder', async () => {
      const user = await holderOf(world, '10');
      const gone = signatureOf(await vanishing(user, '1'));
      expect((await user.postStake('1', gone)).status).toBe(201);
      const lasting = await user.pay('SOL', '0.1974', (await user.feeQuote('2')).reference);
      await world.pass(CONFIRMED);
      const { body } = await user.postStake('2', lasting);
      await vanish();
      expect(await ledgerBalances(world, user)).toEqual({ credit: 0n, unstaked: 800_000_000n });
      const stakes = await user.stakes();
      expect(stakes.map(({ id, voided }) => [id === body.id, voided])).toEqual([
        [true, false],
        [false, true],
      ]);
      await world.advance(DAY_MS);
      expect((await user.activate(body.id)).status).toBe(200);
    });

    test('remove credit that no stake has used', async () => {
      const user = await holderOf(world, '10');
      const gone = signatureOf(await vanishing(user, '0.05'));
      expect((await user.postStake('1', gone)).status).toBe(402);
      expect(await ledgerBalances(world, user)).toMatchObject({ credit: 50_000_000n });
      await vanish();
      expect(await ledgerBalances(world, user)).toMatchObject({ credit: 0n });
    });

    test('take nothing twice from a stake that the owner deleted', async () => {
      const [owner, user] = [await world.owner(), await holderOf(world, '10')];
      const gone = signatureOf(await vanishing(user, '1'));
      const { body } = await user.postStake('1', gone);
      const params = { vaultId: body.id };
      expect((await owner(deleteVault, { params })).status).toBe(200);
      await vanish();
      expect(world.alerts).toEqual([]);
      expect(await ledgerBalances(world, user)).toEqual({ credit: 0n, unstaked: 1_000_000_000n });
    });

    test('are not considered lost while the chain is down', async () => {
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

  test('following fees does not change the sweep time of a vault started by the owner', async () => {
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

  test('following fees does not change the sweep time of a vault whose fee was known to be final', async () => {
    const user = await holderOf(world, '10');
    const first = await user.pay('SOL', '0.05', (await user.feeQuote('1')).reference);
    await world.pass(CONFIRMED);
    expect((await user.postStake('1', first)).status).toBe(402);
    await world.pass(FINAL);
    // Final when it is posted again, but not yet processed by the follower, for a day.
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
