import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LMT, SOL, T0, USDC, vestingVault } from '#test/domain/builders';
import { NOTHING_OWED } from '#test/domain/payouts';
import { type CorrectedVault, accruingRewards, liabilitiesOf, owedInUsd } from './liabilities.ts';
import { apy, lmt, lmtPrice, usdPrice } from '../base/money.ts';
import { CYCLE_MS } from '../terms/terms.ts';
import { type Instant, after, elapsedMs } from '../base/time.ts';
import { type Vault, rewardsAt } from '../vaults/vault.ts';

const running = (amount: bigint, yearly: bigint, agoMs: number, offset = 0n): Vault => {
  const startsAt = after(T0, -agoMs);
  return vestingVault({
    status: 'active',
    amount: lmt(amount),
    rewardsOffset: offset,
    cycle: { startsAt, endsAt: after(startsAt, CYCLE_MS), apy: apy(yearly) },
  });
};

/** What the database sums up of a vault. */
const summed = (vault: Vault, now: Instant): CorrectedVault => {
  const { startsAt, endsAt, apy: yearly } = vault.cycle!;
  const ms = elapsedMs(startsAt, now < endsAt ? now : endsAt);
  return { apy: yearly, amountMs: vault.amount * ms, offset: vault.rewardsOffset };
};

function together(vaults: readonly Vault[], now: Instant): bigint {
  const groups = new Map<bigint, CorrectedVault>();
  for (const vault of vaults.filter(({ rewardsOffset }) => rewardsOffset === 0n)) {
    const one = summed(vault, now);
    const amountMs = (groups.get(one.apy)?.amountMs ?? 0n) + one.amountMs;
    groups.set(one.apy, { ...one, amountMs });
  }
  const corrected = vaults.filter(({ rewardsOffset }) => rewardsOffset !== 0n);
  return accruingRewards(
    [...groups.values()],
    corrected.map((vault) => summed(vault, now)),
  );
}

describe('rewards that accrue', () => {
  test('of all vaults together: what each has accrued, to one unit per vault', () => {
    const vault = fc
      .record({
        amount: fc.bigInt(0n, 10n ** 15n),
        yearly: fc.constantFrom(0n, 1n, 100_000n, 135_000n, 100_000_000n),
        agoMs: fc.integer({ min: 0, max: 2 * CYCLE_MS }),
        offset: fc.oneof(fc.constant(0n), fc.bigInt(-(10n ** 13n), 10n ** 13n)),
      })
      .map(({ amount, yearly, agoMs, offset }) => running(amount, yearly, agoMs, offset));
    fc.assert(
      fc.property(fc.array(vault, { maxLength: 20 }), (vaults) => {
        const one = vaults.reduce((total, each) => total + rewardsAt(each, T0), 0n);
        const over = together(vaults, T0) - one;
        expect(over >= 0n && over <= BigInt(vaults.length)).toBe(true);
      }),
    );
  });

  test('one vault, and a correction below nothing', () => {
    const five = running(LMT('5'), 100_000n, CYCLE_MS);
    expect(together([five], T0)).toBe(LMT('0.95890410'));
    expect(together([{ ...five, rewardsOffset: -LMT('1') }], T0)).toBe(0n);
  });
});

test('what is owed adds up, accruing rewards included', () => {
  const held = {
    unstaked: LMT('1'),
    bonds: LMT('2'),
    vaults: LMT('3'),
    escrow: LMT('4'),
  };
  const beside = { tokens: NOTHING_OWED, paying: LMT('1') };
  expect(liabilitiesOf(held, LMT('0.5'), beside)).toEqual({
    ...held,
    ...beside,
    vaults: LMT('3.5'),
    accruing: LMT('0.5'),
    total: LMT('10.5'),
  });
});

test('what is owed is worth the LMT without what is being paid, and all that is owed beside it', () => {
  const tokens = {
    SOL: { credit: SOL('0.25'), deposits: SOL('0.5'), payouts: SOL('0.25') },
    USDC: { credit: 0n, deposits: USDC('7'), payouts: USDC('3') },
  };
  const prices = { lmt: lmtPrice(987_000_000n), sol: usdPrice(200n * 10n ** 12n) };
  const owed = { total: LMT('3'), paying: LMT('1'), tokens };
  expect(owedInUsd(owed, prices)).toEqual({
    allLmt: USDC('2961'),
    lmt: USDC('1974'),
    other: USDC('210'),
    total: USDC('2184'),
  });
  expect(owedInUsd(owed, { ...prices, sol: null }).other).toBe(USDC('10'));
});
