import { expect, test, vi } from 'vitest';

import type { Read } from '../ui/cards/read.ts';

import { joinReads } from './join-reads.ts';

const refresh = () => ({ running: false, start: vi.fn<() => void>() });
const ready = (data: string, readAt: number, failed = false): Read<string> => ({
  state: 'ready',
  data,
  age: { readAt, overdueMs: 60_000, failed },
  refresh: refresh(),
});
const loading: Read<string> = { state: 'loading' };
const broken: Read<string> = {
  state: 'error',
  fault: { message: 'No.', requestId: 'r1' },
  refresh: refresh(),
};

test('both ready: both data, the older age, a failure of either', () => {
  expect(joinReads(ready('a', 2), ready('b', 1, true))).toMatchObject({
    state: 'ready',
    data: ['a', 'b'],
    age: { readAt: 1, failed: true },
  });
});

test('an error of either is told, even while the other loads', () => {
  expect(joinReads(loading, broken)).toMatchObject({ state: 'error', fault: { requestId: 'r1' } });
  expect(joinReads(broken, ready('b', 1))).toMatchObject({ state: 'error' });
  expect(joinReads(ready('a', 1), loading)).toEqual({ state: 'loading' });
});

test('trying again repeats both', () => {
  const [a, b] = [ready('a', 1), ready('b', 1)];
  const joined = joinReads(a, b);
  if (joined.state !== 'ready' || a.state !== 'ready' || b.state !== 'ready') throw new Error();
  joined.refresh.start();
  expect(a.refresh.start).toHaveBeenCalledOnce();
  expect(b.refresh.start).toHaveBeenCalledOnce();
});
