import { QueryObserver, environmentManager, focusManager } from '@tanstack/react-query';
import { afterAll, expect, test, vi } from 'vitest';

import { HOUR_MS } from '#domain/base/time';

import { chainAuditQuery } from './reads/audit-queries.ts';
import { adminSellsQuery, adminStatsQuery } from './reads/admin-queries.ts';
import { ADMIN_INTERVALS_MS } from './admin-intervals.ts';
import { INTERVALS_MS } from './intervals.ts';
import { setStreamUp } from './live/set-stream.ts';
import { queryClient } from './query-client.ts';
import { solPriceQuery } from './reads/sell-queries.ts';
import { holdingsQuery, treasuryStatsQuery } from './reads/treasury-queries.ts';
import { portfolioQuery } from './reads/user-queries.ts';
import { eligibilityQuery } from './reads/vault-queries.ts';

// The next file of this worker would find them.
afterAll(() => vi.unstubAllGlobals());

test('reads are repeated as often as the specs say', () => {
  expect({ ...INTERVALS_MS, ...ADMIN_INTERVALS_MS }).toMatchObject({
    portfolio: 30_000,
    treasuryStats: 60_000,
    prices: 120_000,
    holdings: 120_000,
    adminStats: 30_000,
    adminSells: 15_000,
    adminForecast: 60_000,
    adminAudit: 30_000,
  });
  expect(portfolioQuery('u').refetchInterval).toBe(30_000);
  expect(treasuryStatsQuery().refetchInterval).toBe(60_000);
  expect(holdingsQuery().refetchInterval).toBe(120_000);
  expect(solPriceQuery().refetchInterval).toBe(120_000);
  expect(adminStatsQuery().refetchInterval).toBe(30_000);
  expect(adminSellsQuery().refetchInterval).toBe(15_000);
  expect(chainAuditQuery().refetchInterval).toBe(30_000);
});

test('reads never go stale, are not repeated on focus, and nothing is tried again', () => {
  const { queries, mutations } = queryClient.getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  expect(mutations).toMatchObject({ retry: false });
});

test('whether a user may sell is read again when the limit is new, of which no change is told', async () => {
  // What another file has read of the server's time.
  queryClient.clear();
  setStreamUp(true);
  const resetsAt = new Date(Date.now() + 60_000).toISOString();
  vi.stubGlobal('fetch', async () => Response.json({ resetsAt, possibleAt: null }));
  const query = eligibilityQuery('u');
  await queryClient.fetchQuery(query);
  const read = queryClient.getQueryCache().find({ queryKey: query.queryKey });
  const inMs = (query.refetchInterval as (of: unknown) => number | false)(read);
  setStreamUp(false);
  expect(inMs).toBeGreaterThan(50_000);
  expect(inMs).toBeLessThanOrEqual(60_000);
});

test('whether a user may sell is read again once a tab is looked at in which the limit became new unseen', async () => {
  queryClient.clear();
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers();
  queryClient.mount();
  setStreamUp(true);
  const answer = { resetsAt: new Date(Date.now() + HOUR_MS).toISOString(), possibleAt: null };
  const read = vi.fn<() => Promise<Response>>(async () => Response.json(answer));
  vi.stubGlobal('fetch', read);
  const leave = new QueryObserver(queryClient, eligibilityQuery('u')).subscribe(() => undefined);
  const look = async (isSeen: boolean, forMs: number): Promise<number> => {
    focusManager.setFocused(isSeen);
    await vi.advanceTimersByTimeAsync(forMs);
    return read.mock.calls.length;
  };
  const first = await look(true, 1_000);
  const tooEarly = [await look(false, HOUR_MS / 2), await look(true, 1_000)];
  const unseen = await look(false, HOUR_MS);
  const afterIt = [await look(true, 0), await look(false, 1_000), await look(true, 1_000)];
  leave();
  focusManager.setFocused(undefined);
  setStreamUp(false);
  queryClient.unmount();
  vi.useRealTimers();
  expect([first, tooEarly, unseen, afterIt]).toEqual([1, [1, 1], 1, [2, 2, 2]]);
});
