import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';

import { stakeOf } from '#test/web/builders';

import { statusQuery } from '../../kernel/api/queries.ts';
import { VaultRow } from './vault-row.tsx';

const stake = stakeOf({ phase: 'window' });

/** What stands of a vault in its window, with its details open. */
function told(paused: boolean): string {
  const client = new QueryClient();
  const status = { now: stake.vaultEndTime, paused };
  client.setQueryData(statusQuery().queryKey, status as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/" ssrSearch={`tab=stake&vault=${stake.id}`}>
        <VaultRow stake={stake} />
      </Router>
    </QueryClientProvider>,
  );
}

test('no clock runs to the end of a window that a pause holds open', () => {
  expect(told(false)).toMatch(/Window closes in.*Window closes</);
  expect(told(true)).not.toContain('Window closes');
});
