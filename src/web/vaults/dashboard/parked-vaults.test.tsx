import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';

import { parkedVaultsQuery } from '../../kernel/api/reads/admin-queries.ts';
import { keepAdminSession } from '../../kernel/api/admin-session.ts';
import { ParkedVaults } from './parked-vaults.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A server that has put so many vaults aside; its count may be from before. */
function serverWith(count: number, counted = count): void {
  vi.stubGlobal('fetch', (path: string) => {
    const limit = Number(new URL(path, 'http://server').searchParams.get('limit') ?? 50);
    const vaults = Array.from({ length: Math.min(count, limit) }, (_, i) => ({
      id: `vault-${i}`,
      walletAddress: 'w',
      parkedSince: null,
    }));
    const next: Record<string, string> = count > limit ? { 'x-next-cursor': 'next' } : {};
    const headers = { 'x-total-count': String(counted), ...next };
    return Promise.resolve(Response.json(vaults, { headers }));
  });
}

async function drawn(): Promise<string> {
  const client = new QueryClient();
  keepAdminSession('w', 't');
  await client.fetchQuery(parkedVaultsQuery());
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ParkedVaults />
    </QueryClientProvider>,
  );
}

test('all vaults that are put aside are counted, however many are listed', async () => {
  serverWith(120);
  expect(await drawn()).toContain('120 vaults are put aside');
  serverWith(203);
  const markup = await drawn();
  expect(markup).toContain('203 vaults are put aside');
  expect(markup).toContain('and 3 more, listed when these are done');
});

test('a count from before does not contradict the list', async () => {
  serverWith(2, 3);
  const fewer = await drawn();
  expect(fewer).toContain('2 vaults are put aside');
  expect(fewer).not.toContain('more, listed');
  serverWith(1, 0);
  expect(await drawn()).toContain('1 vault is put aside');
  serverWith(201, 200);
  const markup = await drawn();
  expect(markup).toContain('201 vaults are put aside');
  expect(markup).toContain('and 1 more');
});
