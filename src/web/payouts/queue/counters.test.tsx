import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';

import type { AllSells } from '../../kernel/api/reads/admin-queries.ts';
import { queryClient } from '../../kernel/api/query-client.ts';
import { statusQuery } from '../../kernel/api/queries.ts';
import { Counters } from './counters.tsx';

afterEach(() => queryClient.clear());

test('the queue was last updated at a time of the protocol’s clock, not of the browser’s', () => {
  const read = new Date(2026, 10, 16, 17, 55, 1).getTime();
  const now = new Date(2026, 10, 16, 19, 58, 1).toISOString();
  queryClient.setQueryData(statusQuery().queryKey, { now } as never, { updatedAt: read });
  const sells = {
    pendingCount: 18,
    totalCount: 240,
    pendingValueUSD: '21391.39',
    treasury: null,
  } as AllSells;
  const drawn = renderToStaticMarkup(
    <Counters
      sells={sells}
      age={{ readAt: read, overdueMs: 30_000, failed: false }}
      refresh={{ running: false, start() {} }}
    />,
  );
  expect(drawn).toContain('19:58:01');
  expect(drawn).not.toContain('17:55:01');
});
