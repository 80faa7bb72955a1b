import { expect, test } from 'vitest';
import { BOOK, LMT, TERMS, day, runningVault, toEdit, valueOf } from '#test/domain/builders';
import { lmt } from '../base/money.ts';
import { lmtPriceAt, lmtPriceChanges, lmtValue } from '../terms/price.ts';
import { vaultTotal } from '../vaults/vault.ts';
import { catchUp } from '../vaults/vault-catch-up.ts';
import { editVault } from '../vaults/vault-edit.ts';
import { realisedCycles } from '../vaults/yield.ts';
import { type HeldEntry, heldEntries, vaultEntries } from './held-entries.ts';
import { totalsOf } from './portfolio.ts';
import { type CurvePoint, valueCurve } from './value-curve.ts';

const NOW = day(20);
const VAULT = runningVault({ autoRestake: true });
const PAID: HeldEntry[] = [
  { held: 'bond', ref: 'b1', kind: 'bondPaid', at: day(-1), amount: LMT('7') },
  { held: 'bond', ref: 'b1', kind: 'bondClaimed', at: day(0), amount: -LMT('7') },
  { held: 'unstaked', ref: 'u1', kind: 'bondClaimed', at: day(0), amount: LMT('7') },
  { held: 'unstaked', ref: 'u1', kind: 'staked', at: day(0), amount: -LMT('5') },
  { held: 'vault', ref: 'v1', kind: 'staked', at: day(0), amount: LMT('5') },
];

/** Returns the curve of a user with two unstaked LMT and an auto-restaking vault. */
function curveUntil(now = NOW): CurvePoint[] {
  const { next, journals, items } = catchUp(VAULT, TERMS, now);
  const entries = [...PAID, ...heldEntries(journals)].sort((a, b) => a.at - b.at);
  const restakes = items.map(({ subject, at }) => ({ vaultId: subject, at }));
  const cycles = realisedCycles(vaultEntries(entries), restakes, TERMS);
  const priceChanges = lmtPriceChanges(BOOK.lmt, day(-1), now);
  const priceAt = (at: typeof now) => lmtPriceAt(BOOK.lmt, TERMS, at);
  const past = { entries, cycles, vaults: [next], earnedInDeleted: lmt(0n), priceChanges, priceAt };
  return valueCurve(past, now);
}

/** Interpolates the curve at an instant. */
function readOff(curve: readonly CurvePoint[], at: number): number {
  const from = curve.findLast((point) => point.at <= at)!;
  const to = curve.find((point) => point.at > at) ?? from;
  const part = to.at === from.at ? 0 : (at - from.at) / (to.at - from.at);
  return Number(from.all) + Number(to.all - from.all) * part;
}

test('the value curve matches the LMT at every instant, interpolated between its points', () => {
  const curve = curveUntil();
  for (let at = day(0); at <= NOW; at = day((at - day(0)) / 86_400_000 + 0.37)) {
    const { next } = catchUp(VAULT, TERMS, at);
    const had = Number(LMT('2') + vaultTotal(next, at));
    expect(Math.abs(readOff(curve, at) - had), new Date(at).toISOString()).toBeLessThan(2);
  }
});

test('the value curve ends with the current LMT and price, and with everything earned', () => {
  const { next } = catchUp(VAULT, TERMS, NOW);
  const all = LMT('2') + vaultTotal(next, NOW);
  const last = curveUntil().at(-1)!;
  expect(last).toMatchObject({ at: NOW, all });
  expect(last.value).toBe(lmtValue(last.all, lmtPriceAt(BOOK.lmt, TERMS, NOW)));
  const fees = catchUp(VAULT, TERMS, NOW).items.reduce((total, { fee }) => total + fee, 0n);
  expect(last.earned).toBe(all + fees - LMT('7'));
});

test('the value curve does not count rewards that the owner took back', () => {
  const matured = catchUp(runningVault(), TERMS, day(8.1));
  const asked = { status: 'vesting' } as const;
  const back = valueOf(editVault({ facts: toEdit(matured.next), asked }, TERMS, day(8.2)));
  const journals = [...matured.journals, ...back.journals];
  const entries = [...PAID, ...heldEntries(journals)].sort((a, b) => a.at - b.at);
  const cycles = realisedCycles(vaultEntries(entries), [], TERMS);
  const priceAt = () => BOOK.lmt[0]!.value;
  const vaults = [back.next];
  const past = { entries, cycles, vaults, earnedInDeleted: lmt(0n), priceChanges: [], priceAt };
  expect(valueCurve(past, day(8.3)).at(-1)).toMatchObject({ all: LMT('7'), earned: 0n });
});

test('the value curve counts corrected rewards from the correction on', () => {
  const matured = catchUp(runningVault(), TERMS, day(8.1));
  const steps = [
    { rewardsAccrued: LMT('2'), amount: LMT('6') },
    { rewardsAccrued: LMT('0.5') },
    { rewardsAccrued: LMT('0.75890410'), amount: LMT('5.2') },
  ] as const;
  for (const asked of steps) {
    const facts = toEdit(matured.next);
    const corrected = valueOf(editVault({ facts, asked }, TERMS, day(8.2)));
    const journals = [...matured.journals, ...corrected.journals];
    const entries = [...PAID, ...heldEntries(journals)].sort((a, b) => a.at - b.at);
    const cycles = realisedCycles(vaultEntries(entries), [], TERMS);
    const priceAt = () => BOOK.lmt[0]!.value;
    const vaults = [corrected.next];
    const past = { entries, cycles, vaults, earnedInDeleted: lmt(0n), priceChanges: [], priceAt };
    const curve = valueCurve(past, day(8.3));
    expect(curve.at(-1)!.earned).toBe(asked.rewardsAccrued);
    expect(curve.find(({ at, earned }) => at === day(8) && earned > 0n)!.earned).toBe(
      LMT('0.95890410'),
    );
    // The curve stays the same if the owner deleted the vault afterwards.
    const deleted = { ...past, vaults: [], earnedInDeleted: corrected.next.totalRewardsEarned };
    expect(valueCurve(deleted, day(8.3)).at(-1)!.earned).toBe(asked.rewardsAccrued);
  }
});

test('the value curve counts rewards that the owner gave to a future cycle now, but not before', () => {
  const asked = { startsAt: day(9), endsAt: day(16), rewardsAccrued: LMT('1') };
  const given = valueOf(editVault({ facts: toEdit(runningVault()), asked }, TERMS, day(2)));
  const priceAt = () => BOOK.lmt[0]!.value;
  const vaults = [given.next];
  const past = { entries: PAID, cycles: [], vaults, earnedInDeleted: lmt(0n), priceChanges: [] };
  const curve = valueCurve({ ...past, priceAt }, day(3));
  const { earned, all } = totalsOf(
    { unstaked: LMT('2'), bonds: [], vaults, inEscrow: lmt(0n) },
    day(3),
  );
  expect(curve.at(-1)).toMatchObject({ earned, all });
  expect(curve.filter((point) => point.at < day(3) && point.earned > 0n)).toEqual([]);
});

test('the value curve does not change at a claim or a stake, and jumps at a price step', () => {
  const curve = curveUntil();
  expect(curve[0]).toMatchObject({ at: day(-1), all: LMT('7'), earned: 0n });
  expect(curve.filter(({ at, value }) => at === day(0) && value !== curve[0]!.value)).toEqual([]);
  const step = curve.filter(({ at }) => at === day(7));
  expect(step).toHaveLength(2);
  expect(step[0]!.all).toBe(step[1]!.all);
  expect(step[1]!.value > step[0]!.value).toBe(true);
});

test('the value curve thins out a long history, but keeps its first and last instant', () => {
  const at = (index: number) => day(index / 10);
  const entries = Array.from({ length: 1_000 }, (_, index): HeldEntry => {
    return { held: 'unstaked', ref: 'u1', kind: 'adjusted', at: at(index), amount: LMT('1') };
  });
  const past = {
    entries,
    cycles: [],
    vaults: [],
    earnedInDeleted: lmt(0n),
    priceChanges: [],
    priceAt: () => BOOK.lmt[0]!.value,
  };
  const curve = valueCurve(past, at(999));
  expect(curve.length).toBeLessThan(500);
  expect(curve[0]).toMatchObject({ at: at(0), all: LMT('1') });
  expect(curve.at(-1)).toMatchObject({ at: at(999), all: LMT('1000') });
});

test('the value curve is empty for a user who never had LMT', () => {
  const past = {
    entries: [],
    cycles: [],
    vaults: [],
    earnedInDeleted: lmt(0n),
    priceChanges: [],
    priceAt: () => BOOK.lmt[0]!.value,
  };
  expect(valueCurve(past, NOW)).toEqual([]);
});
