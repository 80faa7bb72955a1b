import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';

import { HOUR_MS } from '#domain/base/time';
import { stakeOf } from '#test/web/builders';

import { statusQuery } from '../kernel/api/queries.ts';
import { portfolioQuery } from '../kernel/api/reads/user-queries.ts';
import { stakesQuery } from '../kernel/api/reads/vault-queries.ts';
import { VaultPosition } from '../portfolio/vault-position.tsx';
import { VaultsCard } from '../portfolio/vaults-card.tsx';
import { VaultRow } from '../vaults/stake/vault-row.tsx';

const stake = stakeOf({ amount: '100.00000000', rewardsAccrued: '1.50000000' });
const { userId } = stake;
/** By the clock of the browser, which is a minute behind. */
const readAt = Date.parse('2026-01-13T00:00:00.000Z');
const OFFSET_MS = 60_000;

/** What a screen shows whose stakes were read, and its portfolio so much later. */
function drawn(laterMs: number): string {
  const client = new QueryClient();
  const now = new Date(readAt + OFFSET_MS).toISOString();
  client.setQueryData(statusQuery().queryKey, { now } as never, { updatedAt: readAt });
  client.setQueryData(stakesQuery(userId).queryKey, [stake], { updatedAt: readAt });
  const updatedAt = readAt + laterMs;
  client.setQueryData(portfolioQuery(userId).queryKey, {} as never, { updatedAt });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/" ssrSearch={`tab=stake&vault=${stake.id}`}>
        <VaultsCard userId={userId} />
        <VaultPosition stake={stake} />
        <VaultRow stake={stake} />
      </Router>
    </QueryClientProvider>,
  );
}

/** In the card, in Positions, in the vault manager, and in its details. */
const rewardsIn = (html: string): string[] | null =>
  html.replaceAll(/<[^>]+>/g, ' ').match(/\b1\.[56]\d*(?=\s+LMT)/g);

test('the rewards of a running vault grow with those of the portfolio', () => {
  expect(rewardsIn(drawn(0))).toEqual(['1.5000', '1.5000', '1.5000', '1.5000']);
  expect(rewardsIn(drawn(HOUR_MS))).toEqual(['1.6141', '1.6141', '1.6141', '1.6141']);
  expect(rewardsIn(drawn(-HOUR_MS))).toEqual(['1.5000', '1.5000', '1.5000', '1.5000']);
});
