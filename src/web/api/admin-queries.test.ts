import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';

import { adminHealthQuery } from './admin-queries.ts';

test('a tab that opens reads the system’s state again, however it was left', () => {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  const queryFn = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
  client.setQueryData(adminHealthQuery().queryKey, { api: 'Operational' } as never);
  const observer = new QueryObserver(client, {
    ...adminHealthQuery(),
    queryFn,
    refetchInterval: false,
  });
  const close = observer.subscribe(() => {});
  expect(queryFn).toHaveBeenCalledTimes(1);
  close();
  client.clear();
});
