import { afterEach, expect, test } from 'vitest';

import { DAY_MS, MINUTE_MS } from '#domain/base/time';

import { queryClient } from '../kernel/api/query-client.ts';
import { statusQuery } from '../kernel/api/queries.ts';
import { message } from './message.ts';

afterEach(() => queryClient.clear());

test('what is said in the chat has the protocol’s time, not the browser’s', () => {
  const ahead = new Date(Date.now() + 40 * DAY_MS).toISOString();
  queryClient.setQueryData(statusQuery().queryKey, { now: ahead } as never);
  const { timestamp } = message('user', 'When does my vault mature?');
  expect(Math.abs(timestamp - Date.parse(ahead))).toBeLessThan(MINUTE_MS);
});
