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
import { type Dated, comingDates } from './coming-dates.ts';

const NOTHING: Dated = { bonds: [], vaults: [], sells: [] };
const names = (of: Partial<Dated>, now: number, terms = TERMS) =>
  comingDates({ ...NOTHING, ...of }, terms, day(now)).map(({ uid }) => uid);

test('a vault has the dates of the cycle that it is in, while they are ahead', () => {
  const vaults = [runningVault({ id: 'v' })];
  expect(names({ vaults }, 2)).toEqual(['v-1-matures', 'v-1-closes']);
  expect(names({ vaults }, 8.5)).toEqual(['v-1-closes']);
  expect(names({ vaults: [vestingVault({ id: 'w' })] }, 0.5)).toEqual(['w-1-vested']);
  expect(names({ vaults: [runningVault({ status: 'completed' })] }, 2)).toEqual([]);
});

test('a pause moves the end of a window, and not its name', () => {
  const vaults = [runningVault({ id: 'v' })];
  const terms = termsOf([], [{ from: day(8.25), to: day(8.5) }]);
  const [before] = comingDates({ ...NOTHING, vaults }, TERMS, day(8.75));
  const [moved] = comingDates({ ...NOTHING, vaults }, terms, day(8.75));
  expect(moved).toEqual({ ...before, at: after(before!.at, 6 * HOUR_MS) });
});

test('only a paid bond can be claimed, and only a request that waits is answered', () => {
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
