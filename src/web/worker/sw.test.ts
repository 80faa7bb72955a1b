import { afterAll, expect, test, vi } from 'vitest';

import type { Fetching } from './events.ts';

// The next file of this worker would find them.
afterAll(() => vi.unstubAllGlobals());

const ORIGIN = 'https://lmt.example';

test('of portfolios only the user’s own is kept for the time offline, not those that the owner reads', async () => {
  const listeners = new Map<string, (event: Fetching) => void>();
  vi.stubGlobal('addEventListener', (kind: string, listener: (event: Fetching) => void) =>
    listeners.set(kind, listener),
  );
  vi.stubGlobal('location', { origin: ORIGIN });
  await import('./sw.ts');
  const answered = (headers: Record<string, string>): boolean => {
    const respondWith = vi.fn<Fetching['respondWith']>();
    vi.stubGlobal('fetch', async () => Response.error());
    const request = new Request(`${ORIGIN}/api/portfolio/u1`, { headers });
    listeners.get('fetch')?.({ request, respondWith } as unknown as Fetching);
    return respondWith.mock.calls.length > 0;
  };
  expect(answered({ 'x-wallet-address': 'w' })).toBe(true);
  expect(answered({ 'x-admin-session': 't' })).toBe(false);
});
