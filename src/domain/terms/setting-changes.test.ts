import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyInstant } from '#test/domain/arbitraries';
import { T0, day } from '#test/domain/builders';
import { apy, rate } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import {
  type SettingChange,
  listedChanges,
  settingChanges,
  settingsHistory,
} from './setting-changes.ts';
import {
  DEFAULT_SETTINGS,
  type SettingName,
  type Settings,
  type SettingsChange,
} from './settings.ts';
import { settingsAt } from './terms.ts';

const by = { owner: null, reason: null };
const FIRST = settingChanges(DEFAULT_SETTINGS, { effectiveAt: T0, madeAt: T0, ...by });

/** Changes made on a day, in force from the same or a later day on. */
const change = (settings: SettingsChange, madeOn: number, fromDay = madeOn): SettingChange[] =>
  settingChanges(settings, { madeAt: day(madeOn), effectiveAt: day(fromDay), ...by });

const at = (changes: readonly SettingChange[], when: Instant): Settings =>
  settingsAt({ settings: settingsHistory(changes), pauses: [] }, when);

/** Changes of a few settings, in the order in which they were made. */
const anyChanges: fc.Arbitrary<SettingChange[]> = fc.array(
  fc.record({
    name: fc.constantFrom<SettingName>('sellFee', 'withdrawalFee', 'currentApy', 'apyMode'),
    value: fc.bigInt(0n, 1n),
    effectiveAt: anyInstant(5),
    madeAt: fc.constant(T0),
    owner: fc.constant(null),
    reason: fc.constant(null),
  }),
  { maxLength: 12 },
);

describe('the history of settings', () => {
  test('has the value of each setting’s last change, by instant, then by order', () => {
    fc.assert(
      fc.property(anyChanges, anyInstant(6), (changes, when) => {
        const all = [...FIRST, ...changes];
        const found = at(all, when);
        for (const name of ['sellFee', 'withdrawalFee', 'currentApy', 'apyMode'] as const) {
          const counting = all
            .filter((one) => one.name === name && one.effectiveAt <= when)
            .reduce((last, one) => (one.effectiveAt >= last.effectiveAt ? one : last));
          const mode = counting.value === 1n ? 'dynamic' : 'fixed';
          expect(found[name]).toBe(name === 'apyMode' ? mode : counting.value);
        }
      }),
    );
  });

  test('does not depend on later changes', () => {
    fc.assert(
      fc.property(anyChanges, anyInstant(6), (changes, when) => {
        const known = changes.filter(({ effectiveAt }) => effectiveAt <= when);
        expect(at([...FIRST, ...changes], when)).toEqual(at([...FIRST, ...known], when));
      }),
    );
  });

  test('has an immediate change in force until a planned change of the same setting', () => {
    const changes = [
      ...FIRST,
      ...change({ sellFee: rate(3n), currentApy: apy(5n) }, 1, 10),
      ...change({ sellFee: rate(2n) }, 2),
    ];
    const days = [1, 2, 9.999, 10].map((on) => at(changes, day(on)).sellFee);
    expect(days).toEqual([150_000n, 2n, 2n, 3n]);
  });

  test('uses the later made of two plans for one setting and instant', () => {
    const changes = [
      ...FIRST,
      ...change({ sellFee: rate(3n) }, 1, 10),
      ...change({ sellFee: rate(4n) }, 2, 10),
    ];
    expect(at(changes, day(10)).sellFee).toBe(4n);
  });

  test('has no withdrawal fee after a planned null', () => {
    const changes = [
      ...FIRST,
      ...change({ withdrawalFee: rate(1n) }, 1),
      ...change({ withdrawalFee: null }, 1, 5),
    ];
    expect([4, 5].map((on) => at(changes, day(on)).withdrawalFee)).toEqual([1n, null]);
  });

  test('has the defaults without changes', () => {
    expect(at([], T0)).toEqual(DEFAULT_SETTINGS);
  });
});

describe('the list of changes', () => {
  const listed = (changes: readonly SettingChange[]) =>
    listedChanges(changes).map(({ name, value, effectiveAt }) => [name, value, effectiveAt]);

  test('contains past and planned fees and APYs, the latest instant first, without prices, supply and revenue', () => {
    const starts = listed(FIRST);
    expect(new Set(starts.map(([name]) => name))).toEqual(
      new Set([
        'apyMode',
        'baseApy',
        'currentApy',
        'maxDynamicApy',
        'restakeFee',
        'sellFee',
        'stakingFee',
        'withdrawalFee',
      ]),
    );
    const changes = [
      ...FIRST,
      ...change({ sellFee: rate(200_000n) }, 1, 10),
      ...change({ apyMode: 'dynamic' }, 2),
      ...change(
        { maxSupply: DEFAULT_SETTINGS.maxSupply, yieldFarming: DEFAULT_SETTINGS.yieldFarming },
        3,
      ),
    ];
    expect(listed(changes)).toEqual([
      ['sellFee', '0.200000', day(10)],
      ['apyMode', 'dynamic', day(2)],
      ...starts,
    ]);
    expect(listedChanges(changes)[0]?.madeAt).toBe(day(1));
  });

  test('leaves out replaced changes of the same instant, and changes to the same value', () => {
    const starts = listed(FIRST);
    const replaced = [
      ...FIRST,
      ...change({ sellFee: rate(1n) }, 1, 10),
      ...change({ sellFee: rate(2n) }, 2, 10),
      ...change({ stakingFee: DEFAULT_SETTINGS.stakingFee }, 3),
    ];
    expect(listed(replaced)).toEqual([['sellFee', '0.000002', day(10)], ...starts]);
    const takenBack = [...replaced, ...change({ sellFee: DEFAULT_SETTINGS.sellFee }, 4, 10)];
    expect(listed(takenBack)).toEqual(starts);
  });
});
