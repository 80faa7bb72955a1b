import { afterEach, expect, test, vi } from 'vitest';

import { cleanUpBonds, fixAccounts, verifyBlockchain } from './chain-audit-queries.ts';
import { keepAdminSession } from '../admin-session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('what asks the chain about every bond is waited for longer than half a minute', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})));
  keepAdminSession('w', 't');
  await cleanUpBonds({ dryRun: 'true' });
  await cleanUpBonds({ plan: 'p', reason: '' });
  await fixAccounts({ dryRun: 'true' });
  await verifyBlockchain();
  expect(timeout.mock.calls).toEqual(Array.from({ length: 4 }, () => [15 * 60_000]));
});
