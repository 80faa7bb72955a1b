import { afterEach, expect, test, vi } from 'vitest';

import { DAY_MS } from '#domain/base/time';

import { dateTimeText } from '../ui/format/times.ts';
import { statusQuery } from './queries.ts';
import { queryClient } from './query-client.ts';

const readAt = async (now: number) => {
  vi.stubGlobal('fetch', async () => Response.json({ now: new Date(now).toISOString() }));
  await queryClient.fetchQuery({ ...statusQuery(), staleTime: 0 });
};

afterEach(async () => {
  await readAt(Date.now());
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('which dates need their year is told by the clock of the server', async () => {
  const [device, server] = [Date.now(), Date.now() + 400 * DAY_MS];
  const hasYear = (at: number) => / 20\d\d, /.test(dateTimeText(new Date(at).toISOString()));
  expect([device, server].map(hasYear)).toEqual([false, true]);
  await readAt(server);
  expect([device, server].map(hasYear)).toEqual([true, false]);
});
