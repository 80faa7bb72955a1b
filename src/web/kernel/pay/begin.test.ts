import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import * as toasts from '../ui/overlays/toast.ts';
import { beginPayment, resumePayment } from './begin.ts';

// The toast's own code, on its way when the next mock is named, would lose that mock.
beforeEach(() => void vi.spyOn(toasts, 'showToast').mockReturnValue());
afterEach(() => {
  vi.doUnmock('./start.ts');
  vi.doUnmock('./finish.ts');
});

test('a payment whose code cannot be fetched is not silent', async () => {
  vi.doMock('./start.ts', () => {
    throw new Error('gone');
  });
  await beginPayment({} as never);
  expect(toasts.showToast).toHaveBeenCalledOnce();
});

test('a payment that was left unfinished is not silent where the code for it cannot be fetched', async () => {
  vi.doMock('./finish.ts', () => {
    throw new Error('gone');
  });
  await resumePayment({} as never);
  expect(toasts.showToast).toHaveBeenCalledOnce();
});
