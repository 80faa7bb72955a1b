import { afterEach, expect, test, vi } from 'vitest';

import { toasterWanted } from '../../ui/overlays/toast.ts';
import { beginPayment, resumePayment } from './begin.ts';

afterEach(() => {
  vi.doUnmock('./start.ts');
  vi.doUnmock('./finish.ts');
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

test('a payment that was left unfinished is not silent where the code for it cannot be fetched', async () => {
  vi.doMock('./finish.ts', () => {
    throw new Error('gone');
  });
  await resumePayment({} as never);
  expect(toasterWanted.get()).toBe(true);
});
