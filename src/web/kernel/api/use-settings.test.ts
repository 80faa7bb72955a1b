import { describe, expect, test } from 'vitest';

import { serializeChanges, serializeSettings } from '#contract/terms/serialize-settings';
import { serializeStats } from '#contract/treasury/serialize-treasury';
import { apy, rate, usdc } from '#domain/base/money';
import { currentApy } from '#domain/terms/apy';
import { type SettingChange, settingChanges, settingsHistory } from '#domain/terms/setting-changes';
import { DEFAULT_SETTINGS, type SettingsChange } from '#domain/terms/settings';
import { settingsAt } from '#domain/terms/terms';
import { PRICES, T0, day } from '#test/domain/builders';

import { settingsOf, termsNow, termsOf } from './use-settings.ts';

const change = (settings: SettingsChange, at: number): SettingChange[] =>
  settingChanges(settings, { effectiveAt: day(at), madeAt: T0, owner: 'wallet', reason: null });

const CHANGES = [
  ...change(DEFAULT_SETTINGS, 0),
  ...change({ sellFee: rate(200_000n), withdrawalFee: rate(10_000n) }, 2),
  ...change({ currentApy: apy(800_00n) }, 3),
  ...change({ apyMode: 'dynamic', yieldFarming: usdc(1_000_000_000n) }, 4),
];
const TERMS = { settings: settingsHistory(CHANGES), pauses: [] };

/** What the server answers at an instant. */
function answersOf(at: number) {
  const settings = settingsAt(TERMS, day(at));
  return {
    settings: { ...serializeSettings(settings, PRICES), usdcOffPeg: null },
    stats: serializeStats(settings, []),
  };
}

describe('terms that are read from answers', () => {
  const { settings, stats } = answersOf(1);
  const read = termsOf(settings, serializeChanges(CHANGES), stats);

  test.each([0, 1, 1.999, 2, 3, 3.999])('have the fees and the APY of day %d', (on) => {
    const [found, known] = [settingsAt(read, day(on)), settingsAt(TERMS, day(on))];
    expect(found).toEqual(known);
  });

  test('have a planned APY that follows revenue, by the revenue of now', () => {
    // 1000% and 50 points for each of seven full thousands.
    expect(currentApy(settingsAt(read, day(4)))).toBe(1_350_00n);
  });

  test('have the settings of now at any instant while the changes are not read', () => {
    const now = termsNow(settingsOf(answersOf(4).settings));
    // 1000% and 50 points for each of five full thousands; the mode is not told apart.
    expect(currentApy(settingsAt(now, day(9)))).toBe(1_250_00n);
    expect(settingsAt(now, day(0)).sellFee).toBe(200_000n);
  });
});
