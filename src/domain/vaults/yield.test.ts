import { expect, test } from 'vitest';
import { LMT, TERMS, day, runningVault, termsOf, toEdit, valueOf } from '#test/domain/builders';
import type { Change } from '../base/change.ts';
import type { Journal } from '../base/ledger.ts';
import { apy } from '../base/money.ts';
import type { Vault } from './vault.ts';
import { catchUp } from './vault-catch-up.ts';
import { editVault } from './vault-edit.ts';
import { unstake } from './vault-window.ts';
import { type VaultEntry, realisedCycles, realisedYield } from './yield.ts';

/** Returns the entries of vault accounts in journals. */
const entriesOf = (journals: readonly Journal[]): VaultEntry[] =>
  journals.flatMap(({ kind, at, postings }) =>
    postings.flatMap(({ account, amount }) =>
      account.kind === 'vault' ? [{ vaultId: account.ref ?? '', kind, at, amount }] : [],
    ),
  );
const staked: VaultEntry = { vaultId: 'v1', kind: 'staked', at: day(0), amount: LMT('5') };

test('a cycle yields its APY on its principal', () => {
  const { journals, items } = catchUp(runningVault({ autoRestake: true }), TERMS, day(16));
  const restakes = items.map(({ subject, at }) => ({ vaultId: subject, at }));
  const cycles = realisedCycles([staked, ...entriesOf(journals)], restakes, TERMS);
  expect(cycles).toMatchObject([
    {
      cycleNumber: 2,
      startsAt: day(9),
      endsAt: day(16),
      apyShown: 1000_00n,
      apyReceived: 1000_00n,
    },
    { cycleNumber: 1, principal: LMT('5'), rewards: LMT('0.95890410'), apyReceived: 1000_00n },
  ]);
  expect(realisedYield(cycles)).toMatchObject({ apyReceived: 1000_00n, apyShown: 1000_00n });
});

test('the shown APY is that at each cycle’s start, weighted by principal', () => {
  const terms = termsOf([{ from: day(5), value: { currentApy: apy(500_00n) } }]);
  const vault = runningVault({ autoRestake: true });
  const { journals, items } = catchUp(vault, terms, day(16));
  const restakes = items.map(({ subject, at }) => ({ vaultId: subject, at }));
  const cycles = realisedCycles([staked, ...entriesOf(journals)], restakes, terms);
  expect(cycles.map(({ apyShown }) => apyShown)).toEqual([500_00n, 1000_00n]);
  const { apyShown, apyReceived } = realisedYield(cycles);
  expect(apyShown).toBe(apyReceived);
  expect(apyShown! > 500_00n && apyShown! < 1000_00n).toBe(true);
});

test('cycles are numbered by their vault’s own restakes, including one at a cycle’s end', () => {
  const { journals, items } = catchUp(runningVault({ autoRestake: true }), TERMS, day(16));
  const entries = [staked, ...entriesOf(journals)];
  const restakes = items.map(({ subject, at }) => ({ vaultId: subject, at }));
  const others = restakes.map(({ at }) => ({ vaultId: 'v2', at }));
  expect(realisedCycles(entries, [...restakes, ...others], TERMS)).toEqual(
    realisedCycles(entries, restakes, TERMS),
  );
  const ends = entries.filter(({ kind }) => kind === 'matured').map(({ at }) => at);
  const atEnds = ends.map((at) => ({ vaultId: 'v1', at }));
  const numbers = realisedCycles(entries, atEnds, TERMS).map(({ cycleNumber }) => cycleNumber);
  expect(numbers).toEqual([2, 1]);
});

test('rewards reversed by the owner do not count, unless they were unstaked before', () => {
  const edit = (vault: Vault) =>
    valueOf(editVault({ facts: toEdit(vault), asked: { endsAt: day(9) } }, TERMS, day(8.2)));
  const matured = catchUp(runningVault(), TERMS, day(8.1));
  const rewardsOf = (...changes: readonly Change<Vault>[]) => {
    const entries = [staked, ...entriesOf(changes.flatMap(({ journals }) => journals))];
    return realisedCycles(entries, [], TERMS).map(({ rewards }) => rewards);
  };
  const back = edit(matured.next);
  expect(rewardsOf(matured, back)).toEqual([]);
  const again = catchUp(back.next, TERMS, day(9));
  expect(rewardsOf(matured, back, again)).toEqual([again.next.totalRewardsEarned]);
  const taken = valueOf(unstake({ vault: matured.next, amount: LMT('0.5') }, TERMS, day(8.1)));
  expect(rewardsOf(matured, taken, edit(taken.next))).toEqual([LMT('0.5')]);
});

test('the yield without finished cycles has no APY', () => {
  expect(realisedYield(realisedCycles([staked], [], TERMS))).toEqual({
    rewards: 0n,
    apyReceived: null,
    apyShown: null,
  });
});

test('rewards without principal have an APY of 0', () => {
  const matured: VaultEntry = { vaultId: 'v1', kind: 'matured', at: day(8), amount: LMT('1') };
  expect(realisedCycles([matured], [], TERMS)).toMatchObject([{ principal: 0n, apyReceived: 0n }]);
});
