import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { bondOf } from '#test/web/builders';

import { bondsOfQuery } from '../kernel/api/reads/admin-user-queries.ts';
import { DetailsBonds } from './details-bonds.tsx';

test('a bond whose lock is over is no longer said to be bonding', () => {
  const client = new QueryClient();
  const bonds = [bondOf({ id: 'locked' }), bondOf({ id: 'over', claimable: true })];
  client.setQueryData(bondsOfQuery('user').queryKey, bonds);
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <DetailsBonds user={{ id: 'user' } as never} />
    </QueryClientProvider>,
  );
  expect(drawn.match(/Bonding|Ready to claim/g)).toEqual(['Bonding', 'Ready to claim']);
});
