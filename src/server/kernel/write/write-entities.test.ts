import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { HistoryItem } from '#domain/base/change';
import { finalizeBond } from '#domain/bonds/bond';
import { move, system } from '#domain/base/ledger';
import { apy, lamports, lmt, lmtPrice, usdPrice } from '#domain/base/money';
import type { ItemType } from '#domain/base/references';
import { type Instant, instant } from '#domain/base/time';
import { T0, pendingSell, vestingVault } from '#test/domain/builders';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { ask, issuePlan, newUser, paidBond, storedBond } from '#test/support/store';
import type { Database } from '../db/database.ts';
import { writePlan } from './write-plans.ts';

/** Distinct instants, so that swapped columns show. */
const at = (n: number): Instant => instant(T0 + n * 1_001);
const TYPES: readonly ItemType[] = ['bond', 'stake', 'restake', 'withdraw', 'sell'];

const item = (userId: string, type: ItemType): HistoryItem => ({
  type,
  userId,
  subject: randomUUID(),
  at: at(7),
  amount: 11n,
  token: 'LMT',
  fee: 12n,
  feeToken: 'SOL',
  status: 'completed',
  hash: 'a "hash" with \\ and , and {}',
  note: null,
});

onOneDatabase('a written plan', (fresh) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));

  test('round-trips a bond, and a change of it', async () => {
    const userId = await newUser(database);
    const { bond: paid, plan } = paidBond(userId, 0n);
    const bond = { ...paid, finalized: false, createdAt: at(1), startsAt: at(2) };
    await writePlan(database, { ...plan, bonds: [bond] });
    expect(await storedBond(database, bond.id)).toMatchObject({ bond, version: 1n });
    const final = finalizeBond(bond);
    await writePlan(database, { ...issuePlan(userId, 1n), bonds: [final] });
    expect(await storedBond(database, bond.id)).toMatchObject({ bond: final, version: 2n });
  });

  test('hides a deleted bond', async () => {
    const userId = await newUser(database);
    const { bond, plan } = paidBond(userId, 0n);
    await writePlan(database, plan);
    await ask(database, 'update bonds set deleted_at = now() where id = $1', [bond.id]);
    expect(await storedBond(database, bond.id)).toBeNull();
    expect(await storedBond(database, randomUUID())).toBeNull();
  });

  test('keeps a bond hidden, with its shortfall, after later writes', async () => {
    const userId = await newUser(database);
    const { bond, plan } = paidBond(userId, 0n);
    await writePlan(database, { ...plan, hiddenBonds: new Map([[bond.id, lmt(7n)]]) });
    await writePlan(database, { ...issuePlan(userId, 1n, { now: at(1) }), bonds: [bond] });
    const asked = 'select deleted_at as at, shortfall from bonds where id = $1';
    expect(await ask(database, asked, [bond.id])).toEqual([{ at: T0, shortfall: 7n }]);
  });

  test('stores every field of a vault in its own column', async () => {
    const userId = await newUser(database);
    const vault = vestingVault({
      id: randomUUID(),
      userId,
      status: 'completed',
      amount: lmt(1n),
      originalAmount: lmt(2n),
      postedRewards: lmt(3n),
      rewardsOffset: -4n,
      totalRewardsEarned: lmt(5n),
      withdrawn: lmt(6n),
      cycleNumber: 7,
      cycle: { startsAt: at(1), endsAt: at(2), apy: apy(8n) },
      matured: true,
      vestingStartsAt: at(3),
      vestingEndsAt: at(4),
      autoRestake: true,
      lastRestake: { type: 'auto', fee: lmt(9n), at: at(5) },
      feePaid: lamports(10n),
      feeSignature: 'fee',
      feeFinalized: false,
      completedAt: at(6),
      released: true,
      voided: true,
      createdAt: at(7),
    });
    const plan = issuePlan(userId, 0n);
    await writePlan(database, { ...plan, vaults: [{ vault, dueAt: at(8) }] });
    expect(await ask(database, 'select * from vaults where id = $1', [vault.id])).toEqual([
      {
        id: vault.id,
        user_id: userId,
        status: 'completed',
        amount: 1n,
        original_amount: 2n,
        posted_rewards: 3n,
        rewards_offset: -4n,
        total_rewards_earned: 5n,
        withdrawn: 6n,
        cycle_number: 7,
        cycle_starts_at: at(1),
        cycle_ends_at: at(2),
        cycle_apy: 8n,
        matured: true,
        vesting_starts_at: at(3),
        vesting_ends_at: at(4),
        auto_restake: true,
        last_restake_type: 'auto',
        last_restake_fee: 9n,
        last_restake_at: at(5),
        fee_paid: 10n,
        fee_signature: 'fee',
        fee_finalized: false,
        completed_at: at(6),
        released: true,
        voided: true,
        failures: 0,
        parked_at: null,
        created_at: at(7),
        due_at: at(8),
        deleted_at: null,
      },
    ]);
  });

  test('stores every field of a sell request in its own column, and the sell period on the user', async () => {
    const userId = await newUser(database);
    const sell = pendingSell({
      id: randomUUID(),
      userId,
      status: 'approved',
      amount: lmt(1n),
      fee: lmt(2n),
      payout: lamports(3n),
      prices: { lmt: lmtPrice(4n), sol: usdPrice(5n) },
      requestedAt: at(1),
      reviewedAt: at(2),
      settledAt: at(3),
      periodBefore: { sold: lmt(6n), startedAt: at(4) },
      notes: 'checked',
    });
    const period = { sold: lmt(7n), startedAt: at(5) };
    await writePlan(database, { ...issuePlan(userId, 0n), sells: [sell], period });
    expect(await ask(database, 'select * from sells where id = $1', [sell.id])).toMatchObject([
      {
        user_id: userId,
        status: 'approved',
        amount: 1n,
        fee: 2n,
        payout_token: 'SOL',
        payout: 3n,
        lmt_price: 4n,
        sol_price: 5n,
        requested_at: at(1),
        reviewed_at: at(2),
        settled_at: at(3),
        sold_before: 6n,
        period_before: at(4),
        notes: 'checked',
      },
    ]);
    const periodOf = 'select sold_this_cycle, sell_period_started_at from users where id = $1';
    const kept = [{ sold_this_cycle: 7n, sell_period_started_at: at(5) }];
    expect(await ask(database, periodOf, [userId])).toEqual(kept);
    await writePlan(database, issuePlan(userId, 1n));
    expect(await ask(database, periodOf, [userId])).toEqual(kept);
    const before = { sold: lmt(0n), startedAt: null };
    await writePlan(database, { ...issuePlan(userId, 2n), period: before });
    expect(await ask(database, periodOf, [userId])).toEqual([
      { sold_this_cycle: 0n, sell_period_started_at: null },
    ]);
  });

  test('is refused with a second pending sell request of a user', async () => {
    const userId = await newUser(database);
    const sell = () => pendingSell({ id: randomUUID(), userId });
    await writePlan(database, { ...issuePlan(userId, 0n), sells: [sell()] });
    await expect(
      writePlan(database, { ...issuePlan(userId, 1n), sells: [sell()] }),
    ).rejects.toMatchObject({ code: '23505' });
  });

  test('round-trips a history line with special characters', async () => {
    const userId = await newUser(database);
    const line = { ...item(userId, 'withdraw'), note: 'ünï’ "NULL", NULL\n\\N {a,b}' };
    await writePlan(database, { ...issuePlan(userId, 0n), items: [line] });
    expect(await ask(database, 'select * from history where user_id = $1', [userId])).toMatchObject(
      [
        {
          type: 'withdraw',
          subject: line.subject,
          at: at(7),
          amount: 11n,
          token: 'LMT',
          fee: 12n,
          fee_token: 'SOL',
          status: 'completed',
          hash: line.hash,
          note: line.note,
        },
      ],
    );
  });

  test('assigns unique, increasing reference numbers per type', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => newUser(database)));
    const items = (userId: string) => [...TYPES, ...TYPES].map((type) => item(userId, type));
    for (const round of [0n, 1n]) {
      await Promise.all(
        users.map((userId) =>
          writePlan(database, { ...issuePlan(userId, round), items: items(userId) }),
        ),
      );
    }
    for (const type of TYPES) {
      const rows = await ask<{ number: bigint; user_id: string }>(
        database,
        'select number, user_id from history where type::text = $1 order by id',
        [type],
      );
      expect(rows.length).toBeGreaterThanOrEqual(32);
      expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
    }
    const [first, second] = await ask<{ low: bigint; high: bigint }>(
      database,
      `select min(number) as low, max(number) as high from
         (select *, ntile(2) over (partition by user_id order by number) as half from history
          where type = 'stake') h group by half order by half`,
    );
    expect(second!.low).toBeGreaterThan(first!.high);
  });

  test('is refused with an unknown kind of account', async () => {
    const userId = await newUser(database);
    const postings = move(
      system('issuance', 'LMT'),
      { kind: 'sock' as never, ref: userId, asset: 'LMT' },
      lmt(1n),
    );
    const plan = issuePlan(userId, 0n);
    const journals = [{ ...plan.journals[0]!, postings }];
    await expect(writePlan(database, { ...plan, journals })).rejects.toThrow('sock');
  });
});
