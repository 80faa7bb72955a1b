import { AccountRole, type Instruction, type KeyPairSigner, address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getCloseAccountInstruction, getTransferCheckedInstruction } from '@solana-program/token';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listDeposits } from '#contract/payments/admin-deposits';
import { getHealth } from '#contract/alerts/health';
import { listMovements, nameMovement } from '#contract/treasury/admin-movements';
import { getLog } from '#contract/audit/admin-log';
import { approveSell, refundCredit, refundDeposit } from '#contract/payouts/admin-sells';
import type { PayToken } from '#domain/base/money';
import { MINUTE_MS } from '#domain/base/time';
import { payoutKeys } from '#server/kernel/chain/payout-keys';
import { onOneDatabase } from '#test/databases';
import { sellersIn } from '#test/sells/sellers';
import { give } from '#test/vaults/stakers';
import { type AsOwner, World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { held, newWallet, paymentOf, send, tokenAccount, units } from '#test/world/wallet';
import { expectReconciled, movementsOf, watched } from './reconciled.ts';

onOneDatabase('movements of the treasury', (fresh) => {
  const world = World.forTests({ fresh });
  let owner: AsOwner;
  let wallet: KeyPairSigner;
  let seller: TestUser;
  beforeAll(async () => {
    [owner, wallet] = [await world.owner(), await world.ownerWallet()];
    [seller] = (await sellersIn(world, 1)) as [TestUser];
  });
  afterEach(async () => {
    await watched(world);
    await expectReconciled(world, owner);
    await world.expectSound();
  });

  /** Movements after the first `count`, oldest first: kind, token and amount. */
  const since = async (count: number): Promise<string[]> => {
    const all = await movementsOf(owner);
    return all
      .slice(0, all.length - count)
      .toReversed()
      .map(({ kind, amount, tokenType }) => `${kind} ${amount} ${tokenType}`);
  };
  const moved = async (act: () => Promise<unknown>): Promise<string[]> => {
    const before = (await movementsOf(owner)).length;
    await act();
    await watched(world);
    return since(before);
  };
  const strangerPays = async (token: PayToken, amount: string): Promise<string> => {
    const stranger = await world.fundedWallet('1', '10');
    const paid = await paymentOf(stranger, world.till, { token, amount: units(token, amount) });
    await send(world.net, stranger, [paid]);
    return stranger.address;
  };
  const ownerSends = (...instructions: Instruction[]): Promise<string> =>
    send(world.net, wallet, instructions);
  const away = async (token: PayToken, to: string, amount: string): Promise<Instruction> => {
    if (token === 'SOL') {
      return getTransferSolInstruction({
        source: wallet,
        destination: address(to),
        amount: units('SOL', amount),
      });
    }
    return getTransferCheckedInstruction({
      source: address(world.till.treasuryTokenAccount),
      mint: address(world.till.usdcMint),
      destination: await tokenAccount(to, world.till.usdcMint),
      authority: wallet,
      amount: units('USDC', amount),
      decimals: 6,
    });
  };
  const alerts = async () => (await owner(getHealth)).body.alerts;
  const sell = async (token: PayToken) => {
    await world.rows('update users set sell_period_started_at = null');
    const { id } = await seller.asked('0.01', token);
    const { status, body } = await owner(approveSell, { params: { id }, body: { notes: 'yes' } });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };

  describe('treasury movements name their cause', () => {
    test('for bonds in both tokens, and a staking fee', async () => {
      const user = await world.user();
      expect(await moved(() => user.bond('SOL', '4.935'))).toEqual(['bond 4.935000000 SOL']);
      expect(await moved(() => user.bond('USDC', '98.7'))).toEqual(['bond 98.700000 USDC']);
      expect(await moved(() => seller.stake('0.5'))).toEqual(['fee 0.049350000 SOL']);
    });

    test('for a late payment that becomes a deposit, and its refund', async () => {
      const paid = await moved(() => strangerPays('USDC', '3'));
      expect(paid).toEqual(['waiting 3.000000 USDC']);
      await world.pass(MINUTE_MS);
      await watched(world);
      expect((await movementsOf(owner))[0]).toMatchObject({ kind: 'deposit', canBeNamed: true });
      const [deposit] = (await owner(listDeposits)).body;
      const refunded = await moved(() =>
        owner(refundDeposit, { params: { id: deposit!.id }, body: {} }),
      );
      expect(refunded.map((each) => each.split(' ')[0])).toEqual(['network-fee', 'refund']);
      expect(refunded[1]).toBe('refund -3.000000 USDC');
    });

    test('for dust', async () => {
      await strangerPays('SOL', '0.000000001');
      await watched(world);
      expect((await movementsOf(owner))[0]).toMatchObject({
        kind: 'dust',
        amount: '0.000000001',
        concern: null,
      });
    });

    test('for payouts and refunds with their costs', async () => {
      const paid = await moved(() => sell('SOL'));
      expect(paid.map((each) => each.split(' ')[0])).toEqual(['network-fee', 'payout']);
      const stranger = await world.fundedWallet('1', '0');
      const user = await world.signedIn(stranger);
      await give(world, user, '1');
      const signature = await user.payFee(await user.feeQuote('0.0001'));
      expect(signature).toBeDefined();
      await watched(world);
      const refunded = await moved(() =>
        owner(refundCredit, { params: { id: user.id }, body: {} }),
      );
      expect(refunded.map((each) => each.split(' ')[0])).toEqual(['network-fee', 'refund']);
    });

    test('for the rent of a missing token account, charged to the payout', async () => {
      const { till, net } = world;
      const { wallet: own, address: holder } = seller;
      const account = await tokenAccount(holder, till.usdcMint);
      const all = await held(world, holder, 'USDC');
      await send(net, own, [
        await paymentOf(own, till, { token: 'USDC', amount: all }),
        getCloseAccountInstruction({ account, destination: own.address, owner: own }),
      ]);
      await watched(world);
      const concerns = await movementsOf(owner, { concern: 'true' });
      const paid = await moved(() => sell('USDC'));
      expect(paid.slice(1)).toEqual(['rent -0.002039280 SOL', expect.stringMatching(/^payout /)]);
      const [payout] = await movementsOf(owner, { kind: 'payout' });
      const [rent] = await movementsOf(owner, { kind: 'rent' });
      expect(payout).toMatchObject({ tokenType: 'USDC', counterparty: seller.address });
      expect(rent).toMatchObject({ payoutId: payout!.payoutId, subject: payout!.subject });
      expect(await movementsOf(owner, { concern: 'true' })).toEqual(concerns);
      const again = await moved(() => sell('USDC'));
      expect(again.slice(1), 'the account is there now').toHaveLength(1);
    });

    test('for faucet airdrops, and for failed transactions paid by the treasury', async () => {
      const { net, till } = world;
      expect(await moved(() => net.airdrop(till.treasury, 5n))).toEqual(['faucet 0.000000005 SOL']);
      expect(await moved(() => net.mintTo(till.usdcMint, till.treasury, 7n))).toEqual([
        'faucet 0.000007 USDC',
      ]);
      const nobody = (await newWallet()).address;
      // Below the rent-exempt minimum: it fails and costs its fee.
      const failed = await moved(async () => ownerSends(await away('SOL', nobody, '0.000000001')));
      expect(failed).toEqual(['network-fee -0.000005000 SOL']);
      expect((await movementsOf(owner))[0]).toMatchObject({ failed: true, concern: null });
      const others = await moved(async () => {
        const poor = await world.fundedWallet('1', '0');
        await send(net, poor, [
          await paymentOf(poor, till, { token: 'SOL', amount: units('SOL', '5') }),
        ]);
      });
      expect(others).toEqual([]);
    });
  });

  describe('treasury movements by the owner', () => {
    test('are listed, raise an alert, and are named with a log line', async () => {
      const friend = await world.fundedWallet('1', '1');
      const out = await moved(async () =>
        ownerSends(
          await away('SOL', friend.address, '0.25'),
          await away('USDC', friend.address, '2'),
        ),
      );
      expect(out).toEqual([
        'network-fee -0.000005000 SOL',
        'own -0.250000000 SOL',
        'own -2.000000 USDC',
      ]);
      const concerns = await movementsOf(owner, { concern: 'true' });
      expect(concerns).toHaveLength(2);
      for (const { id, concern, counterparty } of concerns) {
        expect([concern, counterparty]).toEqual(['no-payout', friend.address]);
        expect(await alerts()).toContainEqual(
          expect.objectContaining({
            code: 'MOVEMENT_WITHOUT_PAYOUT',
            severity: 'critical',
            subject: id,
          }),
        );
        const said = { label: 'expense', note: 'audit' } as const;
        const named = await owner(nameMovement, { params: { id }, body: said });
        expect(named).toMatchObject({ status: 200, body: { ...said, concern: null, kind: 'own' } });
        const [line] = (await owner(getLog)).body.entries;
        expect(line).toMatchObject({
          call: `PATCH /api/admin/movements/${id}`,
          reason: 'audit',
          before: { label: null },
          after: { label: 'expense' },
        });
      }
      expect(await movementsOf(owner, { concern: 'true' })).toEqual([]);
      expect((await alerts()).map(({ code }) => code)).not.toContain('MOVEMENT_WITHOUT_PAYOUT');
    });

    test('into the treasury are deposits until the owner names them', async () => {
      await strangerPays('SOL', '0.5');
      await watched(world);
      await world.pass(MINUTE_MS);
      await watched(world);
      const [{ id, kind } = { id: '', kind: null }] = await movementsOf(owner);
      expect(kind).toBe('deposit');
      const named = await owner(nameMovement, { params: { id }, body: { label: 'top-up' } });
      expect(named).toMatchObject({ status: 200, body: { kind: 'own', label: 'top-up' } });
      expect((await owner(listDeposits)).body.map(({ amount }) => amount)).not.toContain(
        '0.500000000',
      );
      const again = await owner(nameMovement, { params: { id }, body: { label: 'own' } });
      expect(again).toMatchObject({ status: 200, body: { label: 'own' } });
    });

    test('exclude those explained by bonds, payouts and fees', async () => {
      for (const { id, canBeNamed } of await movementsOf(owner, { kind: 'network-fee' })) {
        expect(canBeNamed).toBe(false);
        const refused = await owner(nameMovement, { params: { id }, body: { label: 'own' } });
        expect(refused).toMatchObject({ status: 409, body: { code: 'MOVEMENT_EXPLAINED' } });
      }
      const params = { id: '00000000-0000-4000-8000-000000000000' };
      const missing = await owner(nameMovement, { params, body: { label: 'own' } });
      expect(missing.status).toBe(404);
    });
  });

  test('a payout paid again by hand raises a critical alert', async () => {
    const { payoutAmount } = await sell('SOL');
    await watched(world);
    await ownerSends(await away('SOL', seller.address, payoutAmount));
    await watched(world);
    const [second] = await movementsOf(owner, { concern: 'true' });
    expect(second).toMatchObject({
      amount: `-${payoutAmount}`,
      counterparty: seller.address,
      concern: 'no-payout',
    });
    expect(await alerts()).toContainEqual(
      expect.objectContaining({ severity: 'critical', subject: second!.id }),
    );
  });

  test('a payout paid again under its own keys raises PAID_TWICE until it is named', async () => {
    const { id, payoutAmount } = await sell('SOL');
    await watched(world);
    const { forSubject } = payoutKeys({ id: '', purpose: 'sell', subject: id });
    const second = await away('SOL', seller.address, payoutAmount);
    const named = { address: address(forSubject), role: AccountRole.READONLY };
    await ownerSends({ ...second, accounts: [...second.accounts!, named] });
    await watched(world);
    const concerns = await movementsOf(owner, { concern: 'true' });
    const twice = concerns.find(({ concern }) => concern === 'paid-twice');
    expect(twice).toMatchObject({ kind: 'payout', amount: `-${payoutAmount}`, subject: id });
    const alarm = { code: 'PAID_TWICE', severity: 'critical', subject: twice!.payoutId };
    expect(await alerts()).toContainEqual(expect.objectContaining(alarm));
    const body = { label: 'other', note: 'asked back' } as const;
    await owner(nameMovement, { params: { id: twice!.id }, body });
    expect((await alerts()).map(({ code }) => code)).not.toContain('PAID_TWICE');
  });

  test('movements are paged and filtered by token and kind', async () => {
    const all = await movementsOf(owner);
    expect(all.length).toBeGreaterThan(10);
    const { headers } = await owner(listMovements);
    expect(headers['x-total-count']).toBe(String(all.length));
    const ofUsdc = await movementsOf(owner, { token: 'USDC' });
    expect(ofUsdc).toEqual(all.filter(({ tokenType }) => tokenType === 'USDC'));
    const payouts = await movementsOf(owner, { kind: 'payout' });
    expect(payouts.length).toBeGreaterThan(2);
    expect(payouts.every(({ payoutId }) => payoutId !== null)).toBe(true);
  });
});
