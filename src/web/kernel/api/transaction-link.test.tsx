import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { statusQuery } from './queries.ts';
import { TransactionLink } from './transaction-link.tsx';

test('a transaction can be copied, and looked up where there is an explorer', () => {
  const link = (explorerUrl: string | null) => {
    const client = new QueryClient();
    client.setQueryData(statusQuery().queryKey, { explorerUrl } as never);
    return renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <TransactionLink signature="5ig9abc1" />
      </QueryClientProvider>,
    );
  };
  expect(link(null)).toContain('Copy');
  expect(link(null)).not.toContain('Explorer');
  expect(link('https://explorer.example/tx/{signature}')).toMatch(
    /href="https:\/\/explorer\.example\/tx\/5ig9abc1".*Explorer/,
  );
});
