import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';

import { HOUR_MS } from '#domain/base/time';

import { queryClient } from '../query-client.ts';
import { watchClock } from './watch-clock.ts';

test('what is shown is read again when the clock of the device is set, and not before', async () => {
  vi.useFakeTimers();
  const read = vi.fn<() => Promise<string>>(async () => 'status');
  const stop = new QueryObserver(queryClient, {
    queryKey: ['api', 'status'],
    queryFn: read,
  }).subscribe(() => undefined);
  watchClock();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(read).toHaveBeenCalledTimes(1);
  for (const [jump, reads] of [
    [HOUR_MS, 2],
    [-24 * HOUR_MS, 3],
  ] as const) {
    vi.setSystemTime(Date.now() + jump);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(read).toHaveBeenCalledTimes(reads);
  }
  stop();
  vi.useRealTimers();
});
