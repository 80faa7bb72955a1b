import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

import { HOUR_MS } from '#domain/base/time';

import { statusQuery } from '../kernel/api/queries.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { StatusCard } from './status-card.tsx';

test('the protocol’s time goes on after it was read', () => {
  const readAt = Date.parse('2026-01-13T09:00:00.000Z');
  vi.useFakeTimers({ now: readAt + 6 * HOUR_MS });
  const client = new QueryClient();
  // The browser's clock is an hour behind.
  const now = new Date(readAt + HOUR_MS).toISOString();
  const status = { network: 'local', now, paused: false, version: '1', faucets: [] };
  client.setQueryData(statusQuery().queryKey, status as never, { updatedAt: readAt });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <StatusCard />
    </QueryClientProvider>,
  );
  const shown = dateTimeText('2026-01-13T16:00:00.000Z');
  vi.useRealTimers();
  expect(html).toContain(shown);
});
