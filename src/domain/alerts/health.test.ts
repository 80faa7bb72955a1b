import { expect, test } from 'vitest';
import { chainLabel, durationText, isDegraded, successShare, uptimeText } from './health.ts';

test('formats an uptime', () => {
  expect([0, 59_999, 86_399_999, 274_329_000].map(uptimeText)).toEqual([
    '0d 00:00:00',
    '0d 00:00:59',
    '0d 23:59:59',
    '3d 04:12:09',
  ]);
});

test('formats a response time', () => {
  expect([null, 0.4, 1, 3.6].map(durationText)).toEqual(['No data', '< 1 ms', '1 ms', '4 ms']);
});

test('returns the share of successes, and null of nothing', () => {
  expect([successShare(0, 0), successShare(2, 3), successShare(3, 3)]).toEqual([
    null,
    6_667n,
    10_000n,
  ]);
});

test('the API is degraded without a database, or with more than one fault in twenty requests', () => {
  expect(isDegraded(false, { count: 0, faults: 0 })).toBe(true);
  expect(isDegraded(true, { count: 19, faults: 19 })).toBe(false);
  expect(isDegraded(true, { count: 20, faults: 1 })).toBe(false);
  expect(isDegraded(true, { count: 20, faults: 2 })).toBe(true);
});

test('labels the chain with its network', () => {
  expect(chainLabel(true, 'mainnet-beta')).toBe('Connected (Mainnet)');
  expect(chainLabel(false, 'local')).toBe('Unreachable (Local network)');
});
