import { afterEach, expect, test, vi } from 'vitest';

import { ApiError } from './api-error.ts';
import { logError, logFailure } from './log-failure.ts';

afterEach(() => vi.restoreAllMocks());

test('a failure is logged with its code and reference, and nothing personal', () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const failed = { title: 'Update Failed', detail: 'You have 5 LMT' };
  logFailure({ ...failed, code: 'CONFLICT', reference: 'r1' });
  logFailure(failed);
  expect(logged.mock.calls).toEqual([
    ['Update Failed', { code: 'CONFLICT', reference: 'r1' }],
    ['Update Failed', { code: null, reference: null }],
  ]);
});

test('what a call has thrown is logged by its code and reference', () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const facts = { status: 409, code: 'PAYOUT_OPEN', requestId: 'r2', body: null };
  logError('Approval Failed', new ApiError('409: You have 5 LMT', facts));
  logError('Approval Failed', new Error('Ledger: 7xKX… is locked'));
  expect(logged.mock.calls).toEqual([
    ['Approval Failed', { code: 'PAYOUT_OPEN', reference: 'r2' }],
    ['Approval Failed', { code: null, reference: null }],
  ]);
});
