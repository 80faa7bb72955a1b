import { beforeAll, expect, test } from 'vitest';
import { getForecast } from '#contract/treasury/admin-forecast';
import { getAdminAnalytics, getAdminStats } from '#contract/treasury/admin-stats';
import { approveSell, listAllSells } from '#contract/payouts/admin-sells';
import { deleteUser, editUser } from '#contract/users/admin-users';
import type { SellJson } from '#contract/sells/sells';
import type { StakeJson } from '#contract/vaults/vaults';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, WEEK_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';
import { IMPATIENT } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { signatureOf } from '#test/world/wallet';

onOneDatabase('the owner’s figures', (fresh) => {
  const world = World.forTests({ fresh });
  let owner: AsOwner;
  let seller: TestUser;
  let holder: TestUser;
  let stake: StakeJson;
  let request: SellJson;
  /** Two users with 10 LMT each; one has a vault in its window and a sell request for 1 LMT. */
  beforeAll(async () => {
    owner = await world.owner();
    seller = await (await world.user()).bonded('10');
    stake = await seller.staked('5');
    holder = await world.user();
    await holder.bonded('10', 'USDC');
    await world.advance(WEEK_MS - DAY_MS);
    request = await seller.asked('1');
  });

  test('forecast what is due, now and under assumptions', async () => {
    const { status, body } = await owner(getForecast);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.summary).toMatchObject({
      totalActiveVaults: 1,
      totalMaturedVaults: 1,
      next48HoursSOL: request.payoutAmount,
      next7DaysPayoutSOL: request.payoutAmount,
      next30DaysRequiredSOL: request.payoutAmount,
      peakDailyUSD: '838.950000',
    });
    expect(body.dailyRequirements.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(body.dailyRequirements[0]).toMatchObject({
      vaultCount: 1,
      sellerCount: 1,
      userCount: 2,
      payoutSOL: request.payoutAmount,
    });
    expect(body.dailyRequirements[0]!.userBreakdowns).toMatchObject([
      { walletAddress: seller.address, cycleEndDate: null, netUSDPayout: '838.950000' },
      { userId: seller.id, cycleEndDate: stake.vaultEndTime, remainingCapacity: '0.00000000' },
    ]);
    const [matured] = body.maturedVaults;
    expect(matured).toMatchObject({
      stakeId: stake.id,
      daysUntilMaturation: 0,
      stakedAmount: '5.00000000',
      totalLMTAtMaturation: '5.95890410',
      maxSellable50Percent: '2.97945205',
      requiredTreasurySOL: matured!.totalRequiredSOLEquivalent,
    });
    expect(body.upcomingMaturations).toEqual([]);
    const { treasury } = (await owner(listAllSells)).body;
    expect(body.available).toEqual({
      SOL: treasury!.SOL.available,
      USDC: treasury!.USDC.available,
    });
    const query = { solPrice: '100', sellersPercent: '50', apy: '0.5' };
    const supposed = (await owner(getForecast, { query })).body;
    expect(supposed.whatIf).toEqual({
      sellersPercent: 50,
      solPrice: '100.000000000000',
      apy: '0.50',
    });
    expect(supposed.summary).toMatchObject({
      next48HoursSOL: request.payoutAmount,
      next48HoursUSD: '419.475000',
    });
  });

  test.each([
    [400, { sellersPercent: 'x' }],
    [400, { sellersPercent: '1.5' }],
    [400, { solPrice: '1e3' }],
    [400, { solPrice: '' }],
    [400, { apy: '1.001' }],
    [400, { apy: 'x', sellersPercent: '101' }],
    [422, { sellersPercent: '-1' }],
    [422, { sellersPercent: '101' }],
    [422, { solPrice: '0' }],
    [422, { solPrice: '5000000.00000001' }],
    [422, { apy: '-0.01' }],
    [422, { apy: '1000000.01' }],
    [200, { sellersPercent: '0', solPrice: '0.00000001', apy: '1000000' }],
  ])('return %d for the forecast with %j', async (status, query) => {
    expect((await owner(getForecast, { query })).status).toBe(status);
  });

  test('count users, bonds, stakes and LMT, and the sell queue', async () => {
    const fresh = await world.user();
    const open = await fresh.bond('SOL', '1');
    const { status, body } = await owner(getAdminStats);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      totalUsers: 4,
      newUsersToday: 1,
      dailyRevenue: '7500.000000',
      totalBonds: 3,
      activeBonds: 1,
      totalStakes: 1,
      activeStakes: 1,
      totalLMTBurned: '0.00000000',
      maxSupply: '1000000.00000000',
      totalValueLockedLMT: '5.95890410',
      lmtPriceUSDC: '987.000000',
      currentAPY: '1000.00',
      pendingSells: { count: 1, oldestRequestedAt: request.requestedAt, valueUSD: '838.950000' },
    });
    expect(body.totalLMTMinted).toBe(body.supply);
    expect(body.totalValueLocked).toBe('5881.438346');
    expect(Number(body.totalTreasuryValue)).toBeGreaterThan(1_000_000);
    expect(body.recentActivity.slice(0, 2)).toEqual([
      {
        type: 'bond',
        description: 'Bonded 1 SOL (pending)',
        note: 'pending',
        user: fresh.address,
        userId: fresh.id,
        amount: '1.000000000',
        tokenType: 'SOL',
        timestamp: open.createdAt,
      },
      {
        type: 'sell',
        description: 'Requested a sale of 1 LMT (pending)',
        note: 'pending',
        user: seller.address,
        userId: seller.id,
        amount: '1.00000000',
        tokenType: 'LMT',
        timestamp: request.requestedAt,
      },
    ]);
    await world.advance(DAY_MS);
    const later = await owner(getAdminStats);
    expect(later.body).toMatchObject({ newUsersToday: 0, activeBonds: 0, activeStakes: 0 });
    expect(later.body.totalValueLockedLMT).toBe('0.00000000');
  });

  test('chart users, issuance and activity over time without gaps', async () => {
    const { body } = await owner(getAdminAnalytics, { query: { range: '30d' } });
    const { body: stats } = await owner(getAdminStats);
    const total = (of: (point: (typeof body.points)[number]) => string | number): number =>
      body.points.reduce((sum, point) => sum + Number(of(point)), 0);
    expect(body).toMatchObject({ range: '30d', granularity: 'day' });
    expect(body.points).toHaveLength(31);
    expect(body.points.at(-1)!.totalUsers).toBe(stats.totalUsers);
    expect(total(({ newUsers }) => newUsers)).toBe(4);
    expect(total(({ issuedLMT }) => issuedLMT)).toBeCloseTo(Number(stats.totalLMTMinted), 7);
    expect(total(({ bonds }) => bonds)).toBe(3);
    expect([total(({ stakes }) => stakes), total(({ sells }) => sells)]).toEqual([1, 1]);
    const hours = (await owner(getAdminAnalytics, { query: { range: '24h' } })).body;
    expect(hours.points).toHaveLength(25);
    expect((await owner(getAdminAnalytics, { query: { range: '2h' } })).status).toBe(400);
  });

  test('count burned LMT and leaving users', async () => {
    const adjustment = { direction: 'debit', amount: '4' };
    await owner(editUser, { params: { id: holder.id }, body: { adjustment } });
    const before = (await owner(getAdminStats)).body;
    expect(before.totalLMTBurned).toBe('4.00000000');
    const description = 'Was debited 4 LMT (Adjusted by the owner)';
    expect(before.recentActivity[0]).toMatchObject({ type: 'withdraw', description });
    expect((await owner(deleteUser, { params: { id: holder.id } })).status).toBe(200);
    const { body } = await owner(getAdminStats);
    expect(body).toMatchObject({ totalUsers: 3, totalLMTBurned: '10.00000000' });
    const { points } = (await owner(getAdminAnalytics, { query: { range: 'all' } })).body;
    expect(points.at(-1)).toMatchObject({ totalUsers: 3, burnedLMT: '10.00000000' });
    expect(points.map(({ totalUsers }) => totalUsers)).toContain(4);
  });

  test('exclude a bond whose payment was never seen from active bonds', async () => {
    const before = (await owner(getAdminStats)).body;
    const user = await world.user();
    const unsent = signatureOf(await user.signedPayment('SOL', '1'));
    const impatient = await world.restart({ paymentWait: IMPATIENT });
    const { body: announced } = await user.on(impatient).post('SOL', '1', unsent);
    expect(announced.status).toBe('pending');
    const { totalBonds, activeBonds } = (await owner(getAdminStats)).body;
    expect([totalBonds, activeBonds]).toEqual([before.totalBonds + 1, before.activeBonds]);
  });

  test('include the value of the sell queue and the funds to pay it', async () => {
    const { body } = await owner(listAllSells);
    expect(body.pendingValueUSD).toBe('838.950000');
    const { balance, reserved, available } = body.treasury!.SOL;
    expect([reserved, available]).toEqual(['0.000000000', balance]);
    expect(stake.id).not.toBe(request.id);
  });

  test('begin the day at midnight of the owner’s time zone', async () => {
    // Moves users of earlier tests out of today.
    await world.advance(2 * HOUR_MS);
    await world.user();
    await world.advance(HOUR_MS);
    const { now } = (await owner(getAdminStats)).body;
    const minutes = Math.floor((Date.parse(now) % DAY_MS) / MINUTE_MS);
    /** Number of joins today, at this hour and 30 minutes of the clock. */
    const joinedAt = async (hour: number): Promise<number> => {
      const ahead = (hour * 60 + 30 - minutes + 1_440) % 1_440;
      const utcOffsetMinutes = String(ahead > 840 ? ahead - 1_440 : ahead);
      const { body } = await owner(getAdminStats, { query: { utcOffsetMinutes } });
      return body.newUsersToday;
    };
    expect((await joinedAt(1)) - (await joinedAt(0))).toBe(1);
    const far = await owner(getAdminStats, { query: { utcOffsetMinutes: '841' } });
    expect(far.status).toBe(400);
  });

  test('list payouts among the latest events', async () => {
    const params = { id: request.id };
    expect((await owner(approveSell, { params, body: { notes: 'yes' } })).status).toBe(200);
    await world.settleAfter(20 * SECOND_MS);
    const { recentActivity } = (await owner(getAdminStats)).body;
    expect(recentActivity.filter(({ type }) => type === 'payout')).toMatchObject([
      {
        description: `Was paid ${Number(request.payoutAmount)} SOL`,
        user: seller.address,
        userId: seller.id,
        amount: request.payoutAmount,
        tokenType: 'SOL',
      },
    ]);
    const times = recentActivity.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('exclude vesting and unactivated stakes from active stakes', async () => {
    const before = (await owner(getAdminStats)).body;
    const user = await (await world.user()).bonded('2');
    await user.stake('1');
    const { totalStakes, activeStakes } = (await owner(getAdminStats)).body;
    expect([totalStakes, activeStakes]).toEqual([before.totalStakes + 1, 0]);
  });
});
