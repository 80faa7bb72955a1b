import { expect, test } from 'vitest';
import {
  TERMS,
  confirmedBond,
  day,
  pendingSell,
  runningVault,
  termsOf,
  vestingVault,
} from '#test/domain/builders';
import { HOUR_MS, after } from '../base/time.ts';
import { type UserDates, comingDates, vaultDates } from './coming-dates.ts';

const NOTHING: UserDates = { bonds: [], vaults: [], sells: [] };
const names = (of: Partial<UserDates>, now: number, terms = TERMS) =>
  comingDates({ ...NOTHING, ...of }, terms, day(now)).map(({ uid }) => uid);

test('lists the future dates of a vault’s current cycle', () => {
  const vaults = [runningVault({ id: 'v' })];
  expect(names({ vaults }, 2)).toEqual(['v-1-matures', 'v-1-closes']);
  expect(names({ vaults }, 8.5)).toEqual(['v-1-closes']);
  expect(names({ vaults: [vestingVault({ id: 'w' })] }, 0.5)).toEqual(['w-1-vested']);
  expect(names({ vaults: [runningVault({ status: 'completed' })] }, 2)).toEqual([]);
});

test('sorts dates of all kinds by time', () => {
  const vaults = [runningVault({ id: 'v' })];
  const sells = [pendingSell({ id: 's', requestedAt: day(7) })];
  const bonds = [confirmedBond({ id: 'b', startsAt: day(7.5) })];
  expect(names({ bonds, vaults, sells }, 7.6)).toEqual([
    'v-1-matures',
    'b-claimable',
    'v-1-closes',
    's-answer',
  ]);
});

test('titles each coming date', () => {
  const vault = { id: '0123456789abcdef', cycleNumber: 3, vestedAt: day(1) };
  const dates = vaultDates({ ...vault, maturesAt: day(8), windowEndsAt: day(9) });
  expect(dates.map(({ uid, title }) => [uid, title])).toEqual([
    ['0123456789abcdef-3-vested', 'LMT vault abcdef: activate your stake'],
    [
      '0123456789abcdef-3-matures',
      'LMT vault abcdef matures: 24 hours to restake, unstake or sell',
    ],
    ['0123456789abcdef-3-closes', 'LMT vault abcdef: the restake window closes'],
  ]);
  expect(vaultDates({ ...vault, maturesAt: null, windowEndsAt: null })).toHaveLength(1);
  const bonds = [confirmedBond()];
  const sells = [pendingSell({ requestedAt: day(0) })];
  expect(
    comingDates({ ...NOTHING, bonds, sells }, TERMS, day(0)).map(({ title }) => title),
  ).toEqual([
    'LMT bond: 10.00000000 LMT can be claimed',
    'LMT sell request of 2.00000000 LMT: answer due',
  ]);
});

test('a pause moves the end of a window, but keeps its uid', () => {
  const vaults = [runningVault({ id: 'v' })];
  const terms = termsOf([], [{ from: day(8.25), to: day(8.5) }]);
  const [before] = comingDates({ ...NOTHING, vaults }, TERMS, day(8.75));
  const [moved] = comingDates({ ...NOTHING, vaults }, terms, day(8.75));
  expect(moved).toEqual({ ...before, at: after(before!.at, 6 * HOUR_MS) });
});

test('lists only paid bonds and pending requests', () => {
  const bonds = [
    confirmedBond({ id: 'b', startsAt: day(0) }),
    confirmedBond({ id: 'claimed', startsAt: day(0), status: 'completed' }),
    confirmedBond({ id: 'unseen', startsAt: null, status: 'pending' }),
  ];
  expect(names({ bonds }, 0.5)).toEqual(['b-claimable']);
  const sells = [
    pendingSell({ id: 's', requestedAt: day(1) }),
    pendingSell({ id: 'cancelled', requestedAt: day(1), status: 'cancelled' }),
  ];
  expect(names({ sells }, 2)).toEqual(['s-answer']);
  expect(names({ sells }, 3)).toEqual([]);
});
