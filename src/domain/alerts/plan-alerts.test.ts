import { expect, test } from 'vitest';
import { planAlerts } from './plan-alerts.ts';

const alerts = (month: number, yesterday: number, plan: number | null = 1_000_000) =>
  planAlerts({ used: { month, yesterday }, plan }).map(({ code, severity, text }) => {
    expect(code).toBe('PROVIDER_PLAN');
    return [severity, text];
  });

test('warns before a provider’s plan is used up', () => {
  expect(alerts(799_999, 33_333)).toEqual([]);
  expect(alerts(799_999, 33_334), '100% is not above it').toEqual([]);
  expect(alerts(800_000, 0)).toEqual([
    ['warning', '80% of the provider’s 1000000 credits a month are used'],
  ]);
  expect(alerts(950_000, 0)).toMatchObject([['critical', expect.stringMatching(/^95% of/)]]);
  expect(alerts(40_000, 40_000)).toEqual([
    ['warning', 'At yesterday’s rate a month takes 120% of the provider’s 1000000 credits a month'],
  ]);
  expect(alerts(9_999_999, 9_999_999, null)).toEqual([]);
});
