import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';

import { adminHealthQuery, offsetAtMidnight } from './admin-queries.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['on any day', '2026-11-18T10:00:00Z', 60],
  ['after the clock went forward', '2027-03-28T10:00:00Z', 60],
  ['after the clock went back', '2026-10-25T10:00:00Z', 120],
])('what is new today is counted from midnight on: %s', (_, now, offset) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(offsetAtMidnight(Date.parse(now))).toBe(offset);
});

test('a tab that opens reads the system’s state again, however it was left', () => {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  const queryFn = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
  client.setQueryData(adminHealthQuery().queryKey, { api: 'Operational' } as never);
  const observer = new QueryObserver(client, {
    ...adminHealthQuery(),
    queryFn,
    refetchInterval: false,
  });
  const close = observer.subscribe(() => {});
  expect(queryFn).toHaveBeenCalledTimes(1);
  close();
  client.clear();
});
