import { afterEach, describe, expect, test } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import { getHistory } from '#contract/portfolio/portfolio';
import { sellLmt } from '#contract/sells/sells';
import { getUser } from '#contract/users/auth';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { stakeOf, stakerOf, ledgerBalances } from './stakers.ts';

/** Cycle of 7 days, followed by the window. */
const CYCLE = 7 * DAY_MS;
/** Rewards of 5 LMT in a cycle at 1000%. */
const REWARDS = 95_890_410n;
const UNIT = 100_000_000n;

const upTo = (amount: bigint, millionths: bigint): bigint =>
  (amount * millionths + 999_999n) / 1_000_000n;
/** Rewards of a full cycle at an APY in percent. */
const earned = (amount: bigint, apy: bigint): bigint => (amount * apy * 7n) / (100n * 365n);
const lmt = (units: bigint): string => `${units / UNIT}.${String(units % UNIT).padStart(8, '0')}`;

onOneDatabase('windows', (fresh) => {
  const world = World.forTests({ fresh });
  const owner = world.ownerForTests();
  afterEach(() => world.expectSound());

  const now = (): Promise<number> => readClock(world.node.parts.database);
  /** Advances to an instant, or `more` ms later, without running jobs. */
  const passTo = async (iso: string | null, more = 0): Promise<void> =>
    world.pass(Date.parse(iso!) + more - (await now()));
  /** User with running vaults, 5 LMT each by default. */
  const running = async (
    choices: readonly boolean[],
    amount = '5',
  ): Promise<[TestUser, string[]]> => {
    const user = await stakerOf(world, String(100 * choices.length));
    const ids: string[] = [];
    for (const auto of choices) ids.push(await stakeOf(user, amount, auto));
    await world.pass(DAY_MS);
    for (const id of ids) expect((await user.activate(id)).status).toBe(200);
    return [user, ids];
  };
  /** User whose two vaults hold all their LMT, activated a day apart. */
  const twoADayApart = async (amount: string): Promise<[TestUser, [string, string]]> => {
    const user = await stakerOf(world, String(2 * Number(amount)));
    const [first, second] = [await stakeOf(user, amount), await stakeOf(user, amount)];
    for (const id of [first, second]) {
      await world.pass(DAY_MS);
      expect((await user.activate(id)).status).toBe(200);
    }
    return [user, [first, second]];
  };
  const stakeIn = async (user: TestUser, id: string) =>
    (await user.stakes()).find((stake) => stake.id === id)!;
  const stored = async (id: string) => {
    type Row = {
      status: string;
      completed_at: number | null;
      amount: bigint;
      cycle_number: number;
    };
    const [row] = await world.rows<Row>(
      'select status, completed_at, amount, cycle_number from vaults where id = $1',
      [id],
    );
    return row!;
  };
  const switchPause = async (paused: boolean): Promise<void> => {
    expect((await owner(emergencyPause, { body: { paused } })).status).toBe(200);
  };

  describe('pauses', () => {
    /** The rule: a pause leaves a window the time that it found. */
    function endOf(m: number, pauses: readonly (readonly [number, number])[]): number {
      let e = m + DAY_MS;
      for (const [p, r] of pauses) if (m < r && e > p) e = r + (e - Math.max(m, p));
      return e;
    }

    test('before, during, across or covering a window leave it its 24 hours', async () => {
      const user = await stakerOf(world, '100');
      const ids: string[] = [];
      for (let i = 0; i < 14; i += 1) ids.push(await stakeOf(user, '1', i % 2 === 1));
      await world.pass(DAY_MS);
      // Activates one vault every eight hours, so that pauses meet windows in every state.
      for (const id of ids) {
        expect((await user.activate(id)).status).toBe(200);
        await world.pass(8 * HOUR_MS);
      }
      const first = Date.parse((await stakeIn(user, ids[0]!)).vaultEndTime!);
      /** Hours after the first maturity: pause on, off. Odd ones have a sweep in between. */
      const plan = [
        [-20, -10],
        [5, 9],
        [30, 31],
        [33, 70],
        [72, 80],
        [96, 97],
      ] as const;
      for (const [i, [on, off]] of plan.entries()) {
        await world.pass(first + on * HOUR_MS - (await now()));
        await switchPause(true);
        if (i % 2 === 1) await world.settle();
        await world.pass(first + off * HOUR_MS - (await now()) - HOUR_MS / 2);
        if (i % 2 === 1) await world.settle();
        await world.pass(HOUR_MS / 2);
        await switchPause(false);
        if (i % 3 === 0) await world.settle();
      }
      await world.advance(12 * DAY_MS);
      const events = await world.rows<{ at: number }>('select at from pause_events order by at');
      const pauses: [number, number][] = [];
      for (let i = 0; i < events.length; i += 2) pauses.push([events[i]!.at, events[i + 1]!.at]);
      expect(pauses).toHaveLength(plan.length);
      const ends = new Set<number>();
      for (const [i, id] of ids.entries()) {
        const [matured, decided] = await world.rows<{ at: number }>(
          `select effective_at as at from journals where subject = $1
             and kind in ('matured', 'restaked', 'released') order by effective_at`,
          [id],
        );
        expect([i, decided!.at]).toEqual([i, endOf(matured!.at, pauses)]);
        ends.add(decided!.at - matured!.at);
      }
      // The pauses met windows in different states.
      expect(ends.size).toBeGreaterThan(4);
    });

    test('do not delay the sweep of a closed window at its own instant, and keep an open one', async () => {
      const [user, [closed, open]] = await twoADayApart('5');
      const { restakeWindowEndTime, vaultEndTime } = await stakeIn(user, closed);
      await passTo(restakeWindowEndTime, HOUR_MS);
      await switchPause(true);
      await world.settle();
      expect(await stored(closed)).toMatchObject({
        status: 'completed',
        completed_at: Date.parse(vaultEndTime!) + DAY_MS,
      });
      await world.advance(5 * DAY_MS);
      expect(await stored(open)).toMatchObject({ status: 'active' });
      const held = await stakeIn(user, open);
      // Displayed as if the pause ended now, so its remaining time is kept.
      expect(Date.parse(held.restakeWindowEndTime!)).toBeGreaterThan((await now()) - HOUR_MS);
      expect(held).toMatchObject({ phase: 'window', window: { withdrawable: '2.97945205' } });
      await switchPause(false);
      expect((await user.withdraw(open, '1')).status).toBe(200);
      await world.advance(DAY_MS);
      expect(await stored(open)).toMatchObject({ status: 'completed' });
    });
  });

  test('LMT released by a window right after a pause are available before the delayed sweep', async () => {
    const [user, [id]] = await running([false]);
    const { vaultEndTime } = await stakeIn(user, id!);
    await passTo(vaultEndTime, DAY_MS - 30 * SECOND_MS);
    await world.settle();
    await switchPause(true);
    await world.settleAfter(2 * MINUTE_MS);
    await switchPause(false);
    await world.pass(45 * SECOND_MS);
    const { body } = await user.call(getUser, { params: { walletAddress: user.address } });
    expect(body.unstakedLMT).toBe(lmt(100n * UNIT + REWARDS));
    await world.settleAfter(MINUTE_MS);
  });

  describe('sweep', () => {
    test('gives the same result late as on time, with the terms of each instant', async () => {
      const [user, [id]] = await running([true]);
      const { vaultEndTime } = await stakeIn(user, id!);
      // During the cycle: the APY applies from the next one, the fee to the window that opens.
      await world.setTerms({ currentApy: 50_000n, restakeFee: 20_000n });
      await passTo(vaultEndTime, HOUR_MS);
      // During the window: the fee of its opening applies, the APY to the next cycle.
      await world.setTerms({ currentApy: 20_000n, restakeFee: 900_000n });
      await world.pass(2 * DAY_MS);
      await world.setTerms({ currentApy: 100_000n, restakeFee: 15_000n });
      await world.settleAfter(20 * DAY_MS);
      let amount = 5n * UNIT;
      let total = 0n;
      for (const [apy, fee] of [
        [1_000n, 20_000n],
        [200n, 15_000n],
        [1_000n, 15_000n],
      ] as const) {
        const rewards = earned(amount, apy);
        total += rewards;
        amount += rewards - upTo(rewards, fee);
      }
      expect(await stakeIn(user, id!)).toMatchObject({
        cycleNumber: 4,
        amount: lmt(amount),
        originalAmount: '5.00000000',
        totalRewardsEarned: lmt(total),
        vaultStartTime: new Date(Date.parse(vaultEndTime!) + 2 * CYCLE + 3 * DAY_MS).toISOString(),
        lastRestakeType: 'auto',
      });
      const { body } = await user.call(getHistory, { params: { userId: user.id } });
      const restakes = body.all.filter(({ type }) => type === 'restake');
      expect(restakes.map(({ createdAt }) => Date.parse(createdAt))).toEqual(
        [2, 1, 0].map((n) => Date.parse(vaultEndTime!) + n * (CYCLE + DAY_MS) + DAY_MS),
      );
    });

    test('on three nodes at once decides each maturity and window once', async () => {
      const nodes = await world.nodes(3);
      const users: TestUser[] = [];
      for (let i = 0; i < 12; i += 1) {
        const user = await stakerOf(world, '100');
        await stakeOf(user, '5', true);
        await stakeOf(user, '5', false);
        users.push(user);
      }
      await world.pass(DAY_MS);
      for (const user of users) {
        for (const { id } of await user.stakes()) await user.activate(id);
      }
      // Both windows of one vault, the window and second cycle of the other.
      await world.pass(2 * CYCLE + 2 * DAY_MS);
      await Promise.all([world.settle(nodes), world.settle(nodes)]);
      const ids = users.map((user) => user.id);
      const twice = await world.rows(
        `select subject, kind, effective_at from journals where user_id = any($1::text::uuid[])
         group by 1, 2, 3 having count(*) > 1 and kind <> 'adjusted'`,
        [`{${ids.join(',')}}`],
      );
      expect(twice).toEqual([]);
      const kinds = await world.rows<{ kind: string; n: bigint }>(
        `select kind::text as kind, count(*) as n from journals
         where user_id = any($1::text::uuid[]) and kind in ('matured', 'restaked', 'released')
         group by 1 order by 1`,
        [`{${ids.join(',')}}`],
      );
      expect(kinds).toEqual([
        { kind: 'matured', n: 36n },
        { kind: 'released', n: 12n },
        { kind: 'restaked', n: 24n },
      ]);
      for (const user of users) {
        expect((await ledgerBalances(world, user)).unstaked).toBe(95n * UNIT + REWARDS);
      }
    });

    test('skips what fails, retries it later, and continues', async () => {
      const [stuck, [bad]] = await running([false]);
      const [fine, [good]] = await running([false]);
      await world.rows(
        `create function refuse_vault() returns trigger language plpgsql as
         $$ begin if new.status = 'completed' then raise exception 'cannot be decided'; end if;
            return new; end $$`,
      );
      await world.rows(
        `create trigger refuse before update on vaults for each row
         when (old.id = '${bad!}') execute function refuse_vault()`,
      );
      await world.settleAfter(CYCLE + DAY_MS);
      expect(world.alerts.splice(0)).toMatchObject([
        { what: 'a vault could not be decided and is tried again', userId: stuck.id },
      ]);
      expect((await stored(good!)).status).toBe('completed');
      expect((await stored(bad!)).status).toBe('active');
      expect((await ledgerBalances(world, fine)).unstaked).toBe(100n * UNIT + REWARDS);
      // It is not retried at once, and delays nothing.
      await world.settle();
      expect(world.alerts).toEqual([]);
      await world.rows('drop trigger refuse on vaults');
      await world.rows('drop function refuse_vault()');
      // The user can still complete it.
      expect((await stuck.complete(bad!)).body).toMatchObject({ status: 'completed' });
      expect((await ledgerBalances(world, stuck)).unstaked).toBe(100n * UNIT + REWARDS);
    });
  });

  describe('window', () => {
    test('charges a withdrawal fee from the next window on, and shows it with the amount received', async () => {
      const [user, [first, second]] = await twoADayApart('5');
      await passTo((await stakeIn(user, first)).vaultEndTime, HOUR_MS);
      await world.setTerms({ withdrawalFee: 150_000n });
      const free = await user.withdraw(first, '1');
      expect(free.body).toMatchObject({
        withdrawn: '1.00000000',
        fee: '0.00000000',
        netAmount: '1.00000000',
        window: { withdrawalFee: null },
      });
      await passTo((await stakeIn(user, second)).vaultEndTime, HOUR_MS);
      const before = (await ledgerBalances(world, user)).unstaked;
      const charged = await user.withdraw(second, '1.00000001');
      expect(charged.body).toMatchObject({
        withdrawn: '1.00000001',
        fee: '0.15000001',
        netAmount: '0.85000000',
        // Rewards first, then principal.
        rewardsAccrued: '0.00000000',
        amount: '4.95890409',
        window: { withdrawalFee: '0.150000', withdrawable: '1.97945204' },
      });
      expect((await ledgerBalances(world, user)).unstaked - before).toBe(85_000_000n);
      // Released at the window's end without a fee: only unstaking is charged.
      await world.advance(2 * DAY_MS);
      expect((await stored(second)).status).toBe('completed');
      await world.setTerms({ withdrawalFee: 0n });
    });

    test('lets half of the maturity value out, in parts, and restakes the rest', async () => {
      const [user, [id]] = await running([false]);
      await passTo((await stakeIn(user, id!)).vaultEndTime, HOUR_MS);
      expect((await user.withdraw(id!, '0.5')).body).toMatchObject({
        rewardsAccrued: '0.45890410',
        amount: '5.00000000',
        window: { withdrawable: '2.47945205' },
      });
      expect((await user.withdraw(id!, '2.47945205')).status).toBe(200);
      expect(await user.withdraw(id!, '0.00000001')).toMatchObject({
        status: 422,
        body: { code: 'WITHDRAWAL_LIMIT', maximum: '0.00000000' },
      });
      const left = 5n * UNIT + REWARDS - 297_945_205n;
      const fee = upTo(left, 15_000n);
      expect((await user.restake(id!)).body).toMatchObject({
        fee: lmt(fee),
        netAmount: lmt(left - fee),
        amount: lmt(left - fee),
        cycleNumber: 2,
        phase: 'running',
        window: null,
      });
      expect((await user.restake(id!)).body).toMatchObject({ code: 'VAULT_RUNNING' });
    });

    test('is decided by the choice at its end; a later choice is for the next window', async () => {
      const [user, [on, off, late]] = await running([false, true, true]);
      await passTo((await stakeIn(user, late!)).vaultEndTime, HOUR_MS);
      expect((await user.autoRestake(on!, true)).body.autoRestakeEnabled).toBe(true);
      expect((await user.autoRestake(off!, false)).body.autoRestakeEnabled).toBe(false);
      await world.pass(DAY_MS);
      // Past the window, unswept: the decision stays, and the choice is for the running cycle.
      expect((await user.autoRestake(late!, false)).body).toMatchObject({
        phase: 'running',
        cycleNumber: 2,
        autoRestakeEnabled: false,
        lastRestakeType: 'auto',
      });
      expect((await user.autoRestake(off!, true)).body).toMatchObject({ code: 'VAULT_COMPLETED' });
      await world.settle();
      expect(await stakeIn(user, on!)).toMatchObject({ cycleNumber: 2, phase: 'running' });
      expect(await stakeIn(user, off!)).toMatchObject({ status: 'completed', cycleNumber: 1 });
      await world.advance(CYCLE + DAY_MS);
      expect(await stakeIn(user, late!)).toMatchObject({ status: 'completed', cycleNumber: 2 });
    });
  });

  describe('past window before any sweep', () => {
    test('reads as decided, can be completed by hand once, and the sweep adds nothing', async () => {
      const [user, [id]] = await running([false]);
      const { restakeWindowEndTime } = await stakeIn(user, id!);
      await passTo(restakeWindowEndTime);
      expect(await stakeIn(user, id!)).toMatchObject({
        status: 'completed',
        completedAt: restakeWindowEndTime,
        totalRewardsEarned: '0.95890410',
        amount: '0.00000000',
      });
      expect((await stored(id!)).status).toBe('active');
      expect((await user.portfolio()).unstakedLMT).toBe('100.95890410');
      for (const act of [user.restake(id!), user.withdraw(id!, '1')]) {
        expect((await act).body).toMatchObject({ code: 'VAULT_COMPLETED' });
      }
      const first = await user.complete(id!);
      expect(first).toMatchObject({ status: 200, body: { completedAt: restakeWindowEndTime } });
      expect(await user.complete(id!)).toMatchObject({ status: 200, body: first.body });
      await world.settle();
      expect((await ledgerBalances(world, user)).unstaked).toBe(100n * UNIT + REWARDS);
      const { body } = await user.call(getHistory, { params: { userId: user.id } });
      expect(body.all.filter(({ type }) => type === 'withdraw')).toMatchObject([
        { amount: '5.95890410', fee: '0.00000000', createdAt: restakeWindowEndTime },
      ]);
    });

    test('lets the released LMT be staked, to the last unit', async () => {
      const [user, [id]] = await running([false], '100');
      expect((await ledgerBalances(world, user)).unstaked).toBe(0n);
      await passTo((await stakeIn(user, id!)).restakeWindowEndTime);
      const all = 100n * UNIT + earned(100n * UNIT, 1_000n);
      expect((await user.postStake(lmt(all + 1n))).body).toMatchObject({
        code: 'INSUFFICIENT_BALANCE',
        available: lmt(all),
      });
      const { status, body } = await user.postStake(lmt(all));
      expect([status, body.amount]).toEqual([201, lmt(all)]);
      expect(await stored(id!)).toMatchObject({ status: 'completed', amount: 0n });
      expect((await ledgerBalances(world, user)).unstaked).toBe(0n);
      await world.settle();
      expect((await ledgerBalances(world, user)).unstaked).toBe(0n);
    });

    test('lets the released LMT be sold while another vault is in its window', async () => {
      const [user, [released, open]] = await twoADayApart('50');
      await passTo((await stakeIn(user, released)).restakeWindowEndTime, HOUR_MS);
      expect((await stakeIn(user, open)).phase).toBe('window');
      const all = 50n * UNIT + earned(50n * UNIT, 1_000n);
      const sell = (amount: bigint) =>
        user.call(sellLmt, { body: { userId: user.id, amount: lmt(amount), payoutToken: 'SOL' } });
      expect((await sell(all / 2n + 1n)).body).toMatchObject({ code: 'SELL_LIMIT' });
      expect((await sell(all / 2n)).status).toBe(201);
      expect(await stored(released)).toMatchObject({ status: 'completed', amount: 0n });
      expect((await ledgerBalances(world, user)).unstaked).toBe(all - all / 2n);
    });
  });
});
