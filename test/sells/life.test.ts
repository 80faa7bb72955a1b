import { afterEach, describe, expect, test } from 'vitest';
import { approveSell, listAllSells, rejectSell } from '#contract/payouts/admin-sells';
import { getUser } from '#contract/users/auth';
import { exportHistory, getHistory } from '#contract/portfolio/portfolio';
import type { SellJson } from '#contract/sells/sells';
import { DAY_MS, HOUR_MS, SECOND_MS, WEEK_MS } from '#domain/base/time';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { sendWire } from '#test/world/wallet';
import { FINAL_MS, sellNow, sellersIn, availableAndLimit } from './sellers.ts';
import { Balances, leave, payoutOf } from './treasury.ts';

const FULL = ['6.00000000', '3.00000000'];
const after = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

describe('sell request', () => {
  const world = World.forTests();
  const owner = world.ownerForTests();
  afterEach(() => world.expectSound());

  const approve = ({ id }: SellJson) =>
    owner(approveSell, { params: { id }, body: { notes: 'yes' } });
  const reject = ({ id }: SellJson) => owner(rejectSell, { params: { id }, body: { notes: 'no' } });
  const settled = (ms = FINAL_MS): Promise<void> => world.settleAfter(ms);
  const paid = async (sell: SellJson): Promise<void> => {
    expect((await approve(sell)).status).toBe(200);
    await settled();
  };
  const periodOf = async (user: TestUser): Promise<readonly [string, string | null]> => {
    const { body } = await user.call(getUser, { params: { walletAddress: user.address } });
    return [body.soldThisCycle, body.sellLimitResetDate];
  };
  /** Reason against selling, as both calls return it; null if selling is possible. */
  const reasonOf = async (user: TestUser): Promise<string | null> => {
    const { eligible, code, reason } = await user.eligibility();
    const asked = await user.sell('1');
    if (eligible) {
      expect([asked.status, code, reason]).toEqual([201, null, null]);
      expect((await reject(asked.body)).status).toBe(200);
      return null;
    }
    expect([asked.status, asked.body.code, asked.body.error]).toEqual([409, code, reason]);
    return reason;
  };

  test('is refused for four reasons, with the first that applies', async () => {
    const [none, one, all, two] = await Promise.all([0, 1, 2, 3].map(() => world.user()));
    const bonds = new Map<TestUser, string>();
    for (const user of [none, one, all, two]) {
      bonds.set(user!, (await user!.bond('USDC', '4935')).id);
    }
    await world.advance(DAY_MS);
    for (const [user, id] of bonds) expect((await user.claim(id)).status).toBe(200);
    const NOT_MATURED = 'Vaults not yet matured (7-day period incomplete)';
    expect(await reasonOf(none!), 'LMT, but no vault').toBe('No active vaults');
    const stakes = [await one!.stake('1'), await all!.stake('5'), await two!.stake('1')];
    expect(await reasonOf(one!), 'vesting').toBe(NOT_MATURED);
    expect((await one!.eligibility()).possibleAt).toBeNull();
    await world.advance(DAY_MS);
    expect(await reasonOf(one!), 'ready').toBe(NOT_MATURED);
    for (const [i, user] of [one!, all!, two!].entries()) await user.activate(stakes[i]!.id);
    const [running] = await one!.stakes();
    expect(await reasonOf(one!), 'running').toBe(NOT_MATURED);
    expect((await one!.eligibility()).possibleAt).toBe(running!.vaultEndTime);
    await world.advance(WEEK_MS);
    await two!.stake('1');
    expect(await reasonOf(one!), 'in its window').toBeNull();
    expect(await reasonOf(all!), 'with nothing unstaked').toBe('No unstaked LMT');
    expect(await reasonOf(two!), 'another one vesting').toBeNull();
    // Selling after a rejection is covered below.
    await world.advance(2 * DAY_MS);
    expect(await reasonOf(one!), 'released').toBe('24-hour restaking window expired');
    expect(await reasonOf(two!), 'released, another one vesting').toBe(NOT_MATURED);
    await world.advance(WEEK_MS);
    expect(await reasonOf(one!), 'released long ago').toBe('No active vaults');
  });

  test('is limited to half in seven days, counting sold, rejected and cancelled requests', async () => {
    const [user] = (await sellersIn(world, 1)) as [TestUser];
    const [vault] = await user.stakes();
    expect(await availableAndLimit(user)).toEqual(FULL);
    expect(await periodOf(user)).toEqual(['0.00000000', null]);
    // Returned, everything is as before: LMT, amount sold, and period start.
    for (const giveBack of [reject, (sell: SellJson) => user.cancelSell(sell.id)]) {
      const sell = await user.asked('3');
      expect(await availableAndLimit(user)).toEqual(['3.00000000', '0.00000000']);
      expect(await periodOf(user)).toEqual(['3.00000000', sell.requestedAt]);
      expect(await user.portfolio()).toMatchObject({
        unstakedLMT: '3.00000000',
        inEscrow: '3.00000000',
      });
      expect((await giveBack(sell)).status).toBe(200);
      expect(await availableAndLimit(user)).toEqual(FULL);
      expect(await periodOf(user)).toEqual(['0.00000000', null]);
    }
    const first = await user.asked('1');
    await paid(first);
    expect((await user.restake(vault!.id)).status).toBe(200);
    const reset = after(first.requestedAt, WEEK_MS);
    expect(await user.eligibility()).toMatchObject({
      available: '5.00000000',
      remainingLimit: '0.00000000',
      resetsAt: reset,
      pending: false,
    });
    await world.advance(WEEK_MS);
    // Restaked after the sale: the next window opens when the seven days are over.
    expect(await availableAndLimit(user)).toEqual(['5.00000000', '2.50000000']);
    expect(await periodOf(user)).toEqual(['0.00000000', first.requestedAt]);
    const second = await user.asked('2.5');
    expect(await periodOf(user)).toEqual(['2.50000000', second.requestedAt]);
    const { status, body } = await user.sell('1');
    expect([status, body.code]).toEqual([409, 'SELL_PENDING']);
    await reject(second);
    expect(await periodOf(user), 'the earlier values').toEqual(['0.00000000', first.requestedAt]);
    const third = await user.asked('2');
    await paid(third);
    const more = await user.sell('0.5');
    expect(more).toMatchObject({
      status: 422,
      body: {
        code: 'SELL_LIMIT',
        remaining: '0.00000000',
        resetsAt: after(third.requestedAt, WEEK_MS),
      },
    });
    expect(await user.portfolio()).toMatchObject({
      unstakedLMT: '3.00000000',
      inEscrow: '0.00000000',
    });
  });

  test('repeated within seven days of a cancellation pays at most the cancelled price, at the end of the queue', async () => {
    const [user, other] = (await sellersIn(world, 2)) as [TestUser, TestUser];
    const [vault] = await user.stakes();
    const first = await user.asked('1', 'USDC');
    const theirs = await other.asked('1', 'USDC');
    expect([first.lmtPrice, first.payoutAmount]).toEqual(['987.000000', '838.950000']);
    expect([first.queue!.place, theirs.queue!.place]).toEqual([1, 2]);
    await user.cancelSell(first.id);
    expect((await sellNow(other, theirs.id)).queue!.place).toBe(1);
    await world.setLmtPrice('1100');
    const dear = await user.asked('1', 'USDC');
    expect([dear.lmtPrice, dear.queue!.place]).toEqual(['987.000000', 2]);
    await reject(dear);
    await world.setLmtPrice('900');
    const cheap = await user.asked('1', 'USDC');
    expect([cheap.lmtPrice, cheap.payoutAmount]).toEqual(['900.000000', '765.000000']);
    await user.cancelSell(cheap.id);
    await world.setLmtPrice('1000');
    const sol = await user.asked('1');
    // 900 USDC at 200 USD per SOL; the other user's price is unchanged.
    expect([sol.lmtPrice, sol.payoutAmount]).toEqual(['4.500000000', '3.825000000']);
    expect((await sellNow(other, theirs.id)).payoutAmount).toBe('838.950000');
    await reject(sol);
    await reject(theirs);
    expect((await user.restake(vault!.id)).status).toBe(200);
    await world.advance(WEEK_MS);
    const later = await user.asked('1', 'USDC');
    expect(later.lmtPrice, 'a week later').toBe('1000.000000');
    await reject(later);
    await world.setLmtPrice('987');
  });

  test('cancelled when SOL fell and repeated in USDC pays no more than the SOL would be worth now', async () => {
    const [user] = (await sellersIn(world, 1)) as [TestUser];
    const inSol = await user.asked('1');
    expect(inSol.payoutAmount).toBe('4.194750000');
    await world.setSolPrice('100');
    await user.cancelSell(inSol.id);
    const inUsdc = await user.asked('2', 'USDC');
    // 4.19475 SOL per LMT at 100 USD: half of the payout for two LMT without a cancellation.
    expect([inUsdc.lmtPrice, inUsdc.payoutAmount]).toEqual(['493.500000', '838.950000']);
    await user.cancelSell(inUsdc.id);
    await world.setSolPrice('400');
    const dear = await user.asked('1');
    // 419.475 USDC per LMT at 400 USD; of both cancelled requests the lower price applies.
    expect([dear.lmtPrice, dear.payoutAmount]).toEqual(['1.233750000', '1.048687500']);
    await reject(dear);
    await world.setSolPrice('200');
  });

  test('in the queue has a place, 48 hours, and a fixed price', async () => {
    const [a, b, c] = (await sellersIn(world, 3)) as [TestUser, TestUser, TestUser];
    const sells = [await a.asked('1'), await b.asked('1', 'USDC'), await c.asked('1')] as const;
    const places = async (): Promise<(number | undefined)[]> => [
      (await sellNow(a, sells[0].id)).queue?.place,
      (await sellNow(b, sells[1].id)).queue?.place,
      (await sellNow(c, sells[2].id)).queue?.place,
    ];
    expect(sells.map(({ queue }) => queue!.place)).toEqual([1, 2, 3]);
    await b.cancelSell(sells[1].id);
    expect(await places()).toEqual([1, undefined, 2]);
    const again = await b.asked('1', 'USDC');
    expect(again.queue!.place).toBe(3);
    const { body } = await owner(listAllSells);
    expect(body.pending.map(({ id }) => id)).toEqual([sells[0].id, sells[2].id, again.id]);
    expect(body.all.slice(0, 4).map(({ id }) => id)).toEqual(
      [again, sells[2], sells[1], sells[0]].map(({ id }) => id),
    );
    expect([body.pendingCount, body.totalCount]).toEqual([3, await world.count('sells')]);
    await world.advance(48 * HOUR_MS - 5 * 60 * SECOND_MS);
    const answerBy = after(sells[0].requestedAt, 48 * HOUR_MS);
    expect((await sellNow(a, sells[0].id)).queue).toEqual({ place: 1, answerBy, overdue: false });
    await world.setLmtPrice('2000');
    await world.advance(5 * 60 * SECOND_MS);
    expect((await sellNow(a, sells[0].id)).queue).toEqual({ place: 1, answerBy, overdue: true });
    // Late, without a window and at another price: the promised amount is paid.
    const balances = await Balances.of(world, a.address);
    const underWay = async () =>
      (await owner(listAllSells, { query: { limit: '1' } })).body.underWay.map(({ id }) => id);
    expect((await approve(sells[0])).status).toBe(200);
    expect(await underWay(), 'although three newer ones were asked for').toEqual([sells[0].id]);
    await settled();
    expect(await underWay()).toEqual([]);
    expect(await balances.paid()).toEqual([payoutOf(sells[0]), payoutOf(sells[0])]);
    expect(payoutOf(sells[0])).toBe(4_194_750_000n);
    await reject(sells[2]);
    await reject(again);
    await world.setLmtPrice('987');
  });

  test('pages list each request once, newest first', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit: '3', ...(cursor === null ? {} : { cursor }) };
      const { body, headers } = await owner(listAllSells, { query });
      expect(headers['x-total-count']).toBe(String(body.totalCount));
      seen.push(...body.all.map(({ id }) => id));
      cursor = body.nextCursor;
    } while (cursor !== null);
    const rows = await world.rows<{ id: string }>(
      'select id from sells order by requested_at desc, id desc',
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
    expect(seen.length).toBeGreaterThan(6);
  });

  test('may be repeated for 24 hours after a rejection or failed payout, without a window', async () => {
    const [turnedDown, failed, idle] = (await sellersIn(world, 3)) as [
      TestUser,
      TestUser,
      TestUser,
    ];
    const sells = [await turnedDown.asked('1'), await failed.asked('1', 'USDC')] as const;
    await world.advance(25 * HOUR_MS);
    for (const user of [turnedDown, failed, idle]) {
      expect((await user.eligibility()).code, 'the window is over').toBe('SELL_WINDOW_EXPIRED');
    }
    expect((await reject(sells[0])).body).toMatchObject({ status: 'rejected', notes: 'no' });
    world.net.faults.inject({ kind: 'drop' }, { times: 1 });
    await approve(sells[1]);
    await leave(world, 'USDC', 5n);
    const [row] = await world.rows<{ signed: string }>(
      'select signed from payouts where subject = $1',
      [sells[1].id],
    );
    await sendWire(world.net, row!.signed);
    await settled();
    expect(world.alerts.splice(0)).not.toEqual([]);
    await leave(world, 'USDC', 1_000_000_000_000n);
    expect((await failed.cancelSell(sells[1].id)).status).toBe(200);
    expect(await reasonOf(idle)).toBe('24-hour restaking window expired');
    for (const user of [turnedDown, failed]) {
      const sell = await user.asked('0.5');
      await user.cancelSell(sell.id);
    }
    await world.advance(23 * HOUR_MS);
    for (const user of [turnedDown, failed]) expect((await user.eligibility()).eligible).toBe(true);
    await world.advance(HOUR_MS);
    for (const user of [turnedDown, failed]) {
      expect((await user.eligibility()).code).toBe('SELL_WINDOW_EXPIRED');
    }
  });

  test('in USDC pays an existing token account, or creates one', async () => {
    const [has] = (await sellersIn(world, 1)) as [TestUser];
    const costs: bigint[] = [];
    const sellAll = async (user: TestUser, received: bigint): Promise<void> => {
      const sell = await user.asked('1', 'USDC');
      const balances = await Balances.of(world, user.address, 'USDC');
      const lamports = await Balances.of(world, user.address);
      await paid(sell);
      expect(await balances.paid()).toEqual([received, received]);
      // The rent of a token account is part of the payout's costs, and deducted from the amount sent.
      expect(await lamports.paid()).toEqual([0n, 0n]);
      const text = 'select costs from payouts where subject = $1';
      costs.push((await world.rows<{ costs: bigint }>(text, [sell.id]))[0]!.costs);
    };
    await sellAll(has, 838_950_000n);
    const never = await world.user({ usdc: '0' });
    await never.bonded('4');
    await never.staked('1');
    await world.advance(WEEK_MS);
    await sellAll(never, 838_950_000n - 407_856n);
    expect(costs[1]! - costs[0]!).toBe(2_039_280n);
  });

  test('history shows it as pending, then as completed with its transaction, or as failed', async () => {
    const [a, b, c] = (await sellersIn(world, 3)) as [TestUser, TestUser, TestUser];
    const sells = [await a.asked('1'), await b.asked('1', 'USDC'), await c.asked('2')] as const;
    const lineOf = async (user: TestUser) => {
      const { body } = await user.call(getHistory, { params: { userId: user.id } });
      const lines = body.all.filter(({ type }) => type === 'sell');
      expect(lines).toHaveLength(1);
      return lines[0]!;
    };
    const { projectTxId, ...line } = await lineOf(a);
    expect(projectTxId).toMatch(/^SELL-\d{8}-\d{6}$/);
    expect(line).toMatchObject({
      amount: '1.00000000',
      tokenType: 'LMT',
      fee: '0.15000000',
      feeTokenType: 'LMT',
      status: 'pending',
      hash: null,
      createdAt: sells[0].requestedAt,
    });
    await approve(sells[0]);
    expect((await lineOf(a)).status, 'sent, and not final').toBe('pending');
    await reject(sells[1]);
    await c.cancelSell(sells[2].id);
    await settled();
    const { payout } = await sellNow(a, sells[0].id);
    expect(await lineOf(a)).toMatchObject({ status: 'completed', hash: payout!.signature });
    expect((await lineOf(b)).status).toBe('failed');
    expect((await lineOf(c)).status).toBe('failed');
    const csv = await a.call(exportHistory, { params: { userId: a.id }, query: { type: 'sell' } });
    expect(csv.body).toContain(payout!.signature!);
  });
});
