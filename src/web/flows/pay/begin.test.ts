import { afterEach, expect, test, vi } from 'vitest';

import { toasterWanted } from '../../ui/overlays/toast.ts';
import { beginPayment } from './begin.ts';

afterEach(() => {
  vi.doUnmock('./start.ts');
  toasterWanted.set(false);
});

test('a payment whose code cannot be fetched is not silent', async () => {
  vi.doMock('./start.ts', () => {
    throw new Error('gone');
  });
  toasterWanted.set(false);
  await beginPayment({} as never);
  expect(toasterWanted.get()).toBe(true);
});
