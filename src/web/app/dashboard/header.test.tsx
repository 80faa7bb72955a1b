import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { expect, test } from 'vitest';

import { statusQuery } from '../../kernel/api/queries.ts';
import { AdminHeader } from './header.tsx';

const drawn = (client: QueryClient): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/admin">
        <AdminHeader>{null}</AdminHeader>
      </Router>
    </QueryClientProvider>,
  );

test('the protocol can be paused while its state is not known', () => {
  const client = new QueryClient();
  expect(drawn(client)).toContain('Emergency Pause');
  client.setQueryData(statusQuery().queryKey, { paused: true } as never);
  expect(drawn(client)).toContain('Resume Protocol');
});
