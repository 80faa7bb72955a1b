import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';

import { queryClient, readAllAgain } from './query-client.ts';

afterEach(() => queryClient.clear());

test('reading everything again waits for the reads, and tells how many of them failed', async () => {
  let isDown = false;
  const read = async (): Promise<number> => {
    if (isDown) throw new Error('down');
    return 1;
  };
  const shown = ['stats', 'users'].map((name, i) => {
    const queryFn = i === 0 ? read : () => Promise.resolve(2);
    const observer = new QueryObserver(queryClient, { queryKey: ['api', name], queryFn });
    return observer.subscribe(() => undefined);
  });
  // Not on screen: neither read again nor counted.
  await queryClient.fetchQuery({ queryKey: ['api', 'hidden'], queryFn: () => 3 });
  expect(await readAllAgain()).toEqual({ all: 2, failed: 0 });
  isDown = true;
  expect(await readAllAgain()).toEqual({ all: 2, failed: 1 });
  for (const stop of shown) stop();
});
