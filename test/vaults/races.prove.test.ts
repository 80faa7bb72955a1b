import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { assignDeposit, listDeposits } from '#contract/payments/admin-deposits';
import type { Endpoint } from '#contract/base/endpoint';
import {
  activateStake,
  chooseAutoRestake,
  completeStake,
  openStake,
  restakeStake,
  withdraw,
} from '#contract/vaults/vaults';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import type { Database, Statement } from '#server/kernel/db/database';
import { onOneDatabase } from '#test/databases';
import { times } from '#test/support/times';
import { World } from '#test/world';
import type { CallOptions } from '#test/world/call';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { paymentOf, send, units } from '#test/world/wallet';
import { give, giveCredit, holderOf, stakeOf, stakerOf, ledgerBalances } from './stakers.ts';

const FINAL = 15 * SECOND_MS;
const CYCLE = 7 * DAY_MS;
const UNIT = 100_000_000n;
const FEE = 98_700_000n;
/** 5 LMT with rewards of a cycle at 1000%; half may be unstaked. */
const MATURED = 595_890_410n;
const CAP = MATURED / 2n;

onOneDatabase('three nodes', (fresh) => {
  const world = World.forTests({ fresh });
  let nodes: readonly Node[];
  beforeAll(async () => {
    nodes = await world.nodes(3);
  });
  afterEach(() => world.expectSound());

  const nodeOf = (i: number): Node => nodes[i % nodes.length]!;
  /** Counts responses by status and code. */
  const tally = (answers: readonly { status: number; body: { code?: string } }[]) => {
    const counts: Record<string, number> = {};
    for (const { status, body } of answers) {
      const name = body.code === undefined ? String(status) : `${status} ${body.code}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  };
  const inWindow = async (): Promise<[TestUser, string]> => {
    const user = await stakerOf(world, '10');
    const id = await stakeOf(user, '5');
    await world.pass(DAY_MS);
    expect((await user.activate(id)).status).toBe(200);
    await world.pass(CYCLE);
    return [user, id];
  };
  const journals = (user: TestUser, kind: string): Promise<number> =>
    world.count('journals where user_id = $1 and kind = $2::text::journal_kind', [user.id, kind]);

  describe('20 concurrent', () => {
    test('stakes use no unit twice', async () => {
      const user = await stakerOf(world, '7.5');
      const answers = await times(20, (i) => user.on(nodeOf(i)).postStake('1'));
      expect(tally(answers)).toEqual({ 201: 7, '422 INSUFFICIENT_BALANCE': 13 });
      expect(await ledgerBalances(world, user)).toMatchObject({ unstaked: UNIT / 2n });
      expect(await user.stakes()).toHaveLength(7);
    });

    test('stakes use no lamport of credit twice', async () => {
      const user = await holderOf(world, '100', '1');
      await giveCredit(world, user, '0.5');
      const answers = await times(20, (i) => user.on(nodeOf(i)).postStake('1'));
      expect(tally(answers)).toEqual({ 201: 5, '402 FEE_REQUIRED': 15 });
      expect(await ledgerBalances(world, user)).toEqual({
        credit: 500_000_000n - 5n * FEE,
        unstaked: 95n * UNIT,
      });
    });

    test('posts of one fee payment, while watchers run, make one stake', async () => {
      const [user, stranger] = [await holderOf(world, '10'), await holderOf(world, '10')];
      const signature = await user.pay('SOL', '1', (await user.feeQuote('1')).reference);
      await world.pass(FINAL);
      const [own, foreign] = await Promise.all([
        times(20, (i) => user.on(nodeOf(i)).postStake('1', signature)),
        times(5, (i) => stranger.on(nodeOf(i)).postStake('1', signature)),
        world.settle(nodes),
      ]);
      expect(tally(own)).toEqual({ 200: 19, 201: 1 });
      expect(tally(foreign)).toEqual({ '422 DEPOSIT_OTHER_SENDER': 5 });
      expect(new Set(own.map(({ body }) => body.id)).size).toBe(1);
      expect(await ledgerBalances(world, user)).toEqual({
        credit: 10n * UNIT - FEE,
        unstaked: 9n * UNIT,
      });
      expect(await journals(user, 'feePaid')).toBe(1);
    });

    test('posts of one payment as bond and as fee use it for one of them', async () => {
      const user = await holderOf(world, '10');
      const signature = await user.pay('SOL', '1');
      await world.pass(FINAL);
      const [bonds, stakes] = await Promise.all([
        times(10, (i) => user.on(nodeOf(i)).post('SOL', '1', signature)),
        times(10, (i) => user.on(nodeOf(i + 1)).postStake('1', signature)),
        world.settle(nodes),
      ]);
      const isBond = (await user.bonds()).length === 1;
      const used = { '409 SIGNATURE_USED': 10 };
      expect(tally(isBond ? stakes : bonds)).toEqual(used);
      expect(tally(isBond ? bonds : stakes)).toEqual({ 200: 9, 201: 1 });
      expect(await user.stakes()).toHaveLength(isBond ? 0 : 1);
    });

    test('uses of one unmatched deposit, assigned or posted as a fee, succeed once', async () => {
      const wallet = await world.fundedWallet('10', '0');
      const paid = await paymentOf(wallet, world.till, { token: 'SOL', amount: units('SOL', '1') });
      const signature = await send(world.net, wallet, [paid]);
      await world.settleAfter(FINAL);
      await world.settleAfter(MINUTE_MS);
      const owner = await world.owner();
      const [deposit] = (await owner(listDeposits)).body;
      const user = await world.signedIn(wallet);
      await give(world, user, '10');
      const holder = await holderOf(world, '10');
      const [assigned, posted] = await Promise.all([
        times(10, (i) =>
          owner(
            assignDeposit,
            { params: { id: deposit!.id }, body: { userId: holder.id } },
            nodeOf(i),
          ),
        ),
        times(10, (i) => user.on(nodeOf(i + 1)).postStake('1', signature)),
      ]);
      const isBond = (await holder.bonds()).length === 1;
      expect(tally(assigned)).toEqual(
        isBond ? { 201: 1, '409 DEPOSIT_DECIDED': 9 } : { '409 DEPOSIT_DECIDED': 10 },
      );
      expect(tally(posted)).toEqual(isBond ? { '409 SIGNATURE_USED': 10 } : { 200: 9, 201: 1 });
      expect(await user.stakes()).toHaveLength(isBond ? 0 : 1);
    });

    test('activations begin one cycle', async () => {
      const user = await stakerOf(world, '10');
      const id = await stakeOf(user, '5');
      await world.pass(DAY_MS);
      const answers = await times(20, (i) => user.activate(id, nodeOf(i)));
      expect(tally(answers)).toEqual({ 200: 1, '409 VAULT_ALREADY_ACTIVE': 19 });
    });

    test('restakes charge one fee', async () => {
      const [user, id] = await inWindow();
      const answers = await times(20, (i) => user.restake(id, nodeOf(i)));
      expect(tally(answers)).toEqual({ 200: 1, '409 VAULT_RUNNING': 19 });
      expect(await user.onlyStake()).toMatchObject({ cycleNumber: 2, amount: '5.86952053' });
      expect(await journals(user, 'restaked')).toBe(1);
    });

    test('unstakes never exceed half', async () => {
      const [user, id] = await inWindow();
      const before = (await ledgerBalances(world, user)).unstaked;
      const answers = await times(20, (i) => user.withdraw(id, '0.4', nodeOf(i)));
      expect(tally(answers)).toEqual({ 200: 7, '422 WITHDRAWAL_LIMIT': 13 });
      expect((await ledgerBalances(world, user)).unstaked - before).toBe(280_000_000n);
      expect((await user.onlyStake()).window?.withdrawable).toBe('0.17945205');
      expect(280_000_000n + 17_945_205n).toBe(CAP);
    });

    test('calls around a window’s end with concurrent sweeps lose and duplicate nothing', async () => {
      const [user, id] = await inWindow();
      await world.pass(DAY_MS - 300);
      const all = [
        () => user.withdraw(id, '0.1'),
        () => user.autoRestake(id, true),
        () => user.autoRestake(id, false),
        () => user.complete(id),
        () => user.postStake('5.5'),
        () => user.restake(id),
      ];
      const { stakes } = await Promise.all([
        times(18, (i) => all[i % all.length]!()),
        world.settle(nodes),
        world.pass(300),
        world.settle(nodes),
      ]).then(async () => ({ stakes: await user.stakes() }));
      await world.settle(nodes);
      const held = await world.rows<{ amount: bigint }>(
        `select sum(amount)::bigint as amount from balances where user_id = $1 and asset = 'LMT'`,
        [user.id],
      );
      const fees = await world.rows<{ amount: bigint }>(
        `select coalesce(sum(p.amount), 0)::bigint as amount from postings p
         join journals j on j.id = p.journal_id
         where j.user_id = $1 and p.kind = 'fee.restake'`,
        [user.id],
      );
      expect(held[0]!.amount + fees[0]!.amount).toBe(5n * UNIT + MATURED);
      expect(stakes.length).toBeGreaterThan(0);
      expect(await journals(user, 'matured')).toBe(1);
    });

    test('stakes of LMT released by an unswept vault, while it is swept, release it once', async () => {
      const user = await stakerOf(world, '5');
      const id = await stakeOf(user, '5');
      await world.pass(DAY_MS);
      await user.activate(id);
      await world.pass(CYCLE + DAY_MS);
      const [answers] = await Promise.all([
        times(20, (i) => user.on(nodeOf(i)).postStake('1')),
        world.settle(nodes),
        times(5, (i) => user.complete(id, nodeOf(i))),
      ]);
      expect(tally(answers)).toEqual({ 201: 5, '422 INSUFFICIENT_BALANCE': 15 });
      expect(await journals(user, 'released')).toBe(1);
      expect((await ledgerBalances(world, user)).unstaked).toBe(MATURED - 5n * UNIT);
    });
  });

  describe('Idempotency-Key', () => {
    /** Node that dies after the write, before the response is stored or sent. */
    const dying = (): Promise<Node> => {
      const { database } = world.node.parts;
      const dead = (): Promise<never> => Promise.reject(new Error('killed'));
      const fails = ({ name }: Statement): boolean => name.startsWith('idempotency-keep');
      const wrapped: Database = {
        ...database,
        query: (asked, params) => (fails(asked) ? dead() : database.query(asked, params)),
        close: () => Promise.resolve(),
      };
      return world.restart({ database: wrapped });
    };

    test('repeated after a crash between write and response executes once, with the same response', async () => {
      const node = await dying();
      const user = await stakerOf(world, '20');
      const [vesting, first, second] = [
        await stakeOf(user, '5'),
        await stakeOf(user, '5'),
        await stakeOf(user, '5'),
      ];
      await world.pass(DAY_MS);
      for (const id of [first, second]) await user.activate(id);
      await world.pass(CYCLE);
      let key = 0;
      const crashed = async <E extends Endpoint>(endpoint: E, options: CallOptions) => {
        key += 1;
        const asked = { ...options, headers: { 'idempotency-key': `crash-${key}` } };
        await expect(user.call(endpoint, asked, node)).rejects.toThrow('answered 500');
        const done = await user.stakes();
        const again = await times(3, (i) => user.call(endpoint, asked, nodeOf(i)));
        expect(new Set(again.map(({ body }) => JSON.stringify(body))).size).toBe(1);
        const amounts = (of: typeof done) =>
          of.map(({ id, amount, cycleNumber, autoRestakeEnabled, status }) => [
            id,
            amount,
            cycleNumber,
            autoRestakeEnabled,
            status,
          ]);
        expect(amounts(await user.stakes()), endpoint.path).toEqual(amounts(done));
        return again[0]!;
      };
      const body = { userId: user.id, amount: '1' };
      expect((await crashed(openStake, { body })).status).toBe(201);
      expect(await ledgerBalances(world, user)).toMatchObject({ unstaked: 4n * UNIT });
      const started = await crashed(activateStake, { params: { stakeId: vesting } });
      expect(started.body).toMatchObject({ id: vesting, status: 'active' });
      const taken = await crashed(withdraw, { params: { stakeId: first }, body: { amount: '2' } });
      expect(taken.body).toMatchObject({ withdrawn: '2.00000000' });
      expect(await ledgerBalances(world, user)).toMatchObject({ unstaked: 6n * UNIT });
      const restaked = await crashed(restakeStake, { params: { stakeId: first } });
      expect(restaked.body).toMatchObject({ cycleNumber: 2, fee: '0.05938357' });
      const chosen = await crashed(chooseAutoRestake, {
        params: { id: second },
        body: { enabled: true },
      });
      expect(chosen.body).toMatchObject({ autoRestakeEnabled: true });
      await user.autoRestake(second, false);
      await world.pass(DAY_MS);
      const params = { id: second };
      const ended = await crashed(completeStake, { params, body: { status: 'completed' } });
      expect(ended.body).toMatchObject({ status: 'completed' });
      expect(await ledgerBalances(world, user)).toMatchObject({ unstaked: 6n * UNIT + MATURED });
    });
  });
});
