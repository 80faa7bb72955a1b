import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { escrowOf, feeAccount, move, unstakedOf, vaultAccount } from '#domain/base/ledger';
import { apy, lmt } from '#domain/base/money';
import { CYCLE_MS } from '#domain/terms/terms';
import { after } from '#domain/base/time';
import { type Vault, rewardsAt } from '#domain/vaults/vault';
import { LMT, T0, day, pendingSell, vestingVault } from '#test/domain/builders';
import { NOTHING_OWED } from '#test/domain/payouts';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { ask, issued, newUser, paidBond } from '#test/support/store';
import type { Database } from '../db/database.ts';
import { readOwed } from './liabilities.ts';
import { writePlan } from '../write/write-plans.ts';

onOneDatabase('the liabilities', (fresh) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));
  let userId: string;
  let version = 0n;
  beforeAll(async () => {
    userId = await newUser(database);
  });

  /** Stakes vaults in the ledger. */
  async function stake(vaults: readonly Vault[]): Promise<void> {
    const total = vaults.reduce(
      (sum, { amount, postedRewards }) => sum + amount + postedRewards,
      0n,
    );
    const moves = vaults.flatMap(({ id, amount, postedRewards }) =>
      move(unstakedOf(userId), vaultAccount(id), lmt(amount + postedRewards)),
    );
    const staked = { ...issued(userId, total), kind: 'staked' as const, postings: moves };
    await writePlan(database, {
      userId,
      version: version++,
      now: T0,
      journals: [issued(userId, total), staked],
      items: [],
      vaults: vaults.map((vault) => ({ vault, dueAt: null })),
    });
  }

  const vault = (changes: Partial<Vault>): Vault =>
    vestingVault({ id: randomUUID(), userId, feeSignature: null, ...changes });
  const cycle = (ageMs: number, yearly: bigint) => {
    const startsAt = after(day(30), -ageMs);
    return { startsAt, endsAt: after(startsAt, CYCLE_MS), apy: apy(yearly) };
  };

  test('are 0 in an empty ledger', async () => {
    expect(await readOwed(database, T0)).toEqual({
      liabilities: {
        unstaked: 0n,
        bonds: 0n,
        vaults: 0n,
        escrow: 0n,
        accruing: 0n,
        paying: 0n,
        total: 0n,
        tokens: NOTHING_OWED,
      },
      staked: 0n,
      supply: 0n,
    });
  });

  test('are the ledger’s amounts by kind, plus the accrued rewards of running vaults', async () => {
    const { plan } = paidBond(userId, version++);
    await writePlan(database, plan);
    const sell = pendingSell({ id: randomUUID(), userId });
    await writePlan(database, {
      userId,
      version: version++,
      now: T0,
      journals: [
        issued(userId, LMT('10')),
        {
          ...issued(userId, 1n),
          postings: move(unstakedOf(userId), escrowOf(sell.id), LMT('2')),
        },
        {
          ...issued(userId, 1n),
          postings: move(unstakedOf(userId), feeAccount('fee.sell'), LMT('1')),
        },
      ],
      items: [],
      sells: [sell],
    });
    const running = [
      [0, 100_000n, '5', 0n],
      [1, 100_000n, '5', 0n],
      [86_400_001, 100_000n, '7.00000003', 0n],
      [CYCLE_MS, 135_000n, '0.00000007', 0n],
      [2 * CYCLE_MS, 135_000n, '1234.56789012', 0n],
      [3_600_000, 135_000n, '99999', 0n],
      [-5_000, 100_000n, '3', 0n],
      // Each of these is rounded down separately; the rounded sum would be one unit more.
      [1_234_567, 100_000n, '0.00012345', 0n],
      [1_234_567, 100_000n, '0.00012346', 0n],
      [1_234_567, 100_000n, '0.00012347', 0n],
      [7_200_123, 100_000n, '3', LMT('1')],
      [7_200_123, 100_000n, '3', -LMT('1')],
      [-5_000, 100_000n, '3', LMT('1')],
    ] as const;
    const vaults = running.map(([ageMs, yearly, amount, rewardsOffset]) =>
      vault({
        status: 'active',
        amount: LMT(amount),
        rewardsOffset,
        cycle: cycle(ageMs, yearly),
      }),
    );
    // The owner moved the end of this cycle; it earns for one cycle length.
    const long = { ...cycle(2 * CYCLE_MS, 100_000n), endsAt: day(31) };
    vaults.push(vault({ status: 'active', amount: LMT('3'), cycle: long }));
    const others = [
      vault({ amount: LMT('11') }),
      vault({
        status: 'active',
        amount: LMT('4'),
        postedRewards: LMT('0.5'),
        matured: true,
        cycle: cycle(CYCLE_MS + 1, 100_000n),
      }),
      vault({ status: 'completed', completedAt: day(20), amount: lmt(0n) }),
    ];
    await stake([...vaults, ...others]);

    const { liabilities, staked, supply } = await readOwed(database, day(30));
    const one = vaults.reduce((total, each) => total + rewardsAt(each, day(30)), 0n);
    expect(liabilities.accruing).toBe(one);
    expect(one > LMT('100'), 'there is something to compare').toBe(true);
    const principal = [...vaults, ...others].reduce((total, { amount }) => total + amount, 0n);
    expect(staked).toBe(principal);
    expect(liabilities).toMatchObject({
      unstaked: LMT('7'),
      bonds: LMT('1'),
      escrow: LMT('2'),
      vaults: principal + LMT('0.5') + liabilities.accruing,
    });
    expect(supply).toBe(liabilities.total - liabilities.accruing);
  });

  test('leave out deleted things', async () => {
    const before = await readOwed(database, day(30));
    const gone = vault({ status: 'active', cycle: cycle(CYCLE_MS, 100_000n) });
    await stake([gone]);
    const deleted = 'update vaults set deleted_at = now() where id = $1';
    await ask(database, deleted, [gone.id]);
    const { liabilities, staked } = await readOwed(database, day(30));
    expect([liabilities.accruing, staked]).toEqual([before.liabilities.accruing, before.staked]);
  });
});
