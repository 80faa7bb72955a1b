import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { bondOf } from '#test/web/builders';

import { BondRow } from './bond-row.tsx';

const drawn = (change: Parameters<typeof bondOf>[0]): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <BondRow bond={bondOf(change)} />
    </QueryClientProvider>,
  );

test('a bond is called paid only once its payment was seen', () => {
  const unseen = drawn({ status: 'pending', bondingStartTime: null, bondingEndTime: null });
  expect(unseen).toContain('Recorded ');
  expect(unseen).toContain('Awaiting blockchain confirmation');
  expect(unseen).not.toContain('Paid ');
  expect(drawn({ status: 'confirmed' })).toContain('Paid ');
});
