import { expect, test, vi } from 'vitest';

import { ApiError } from '../../kernel/api/api-error.ts';
import { failedDecision } from './decision.ts';

test('a decision that failed says why, and is logged', () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const body = { error: 'The treasury is short' };
  const error = new ApiError('409', { status: 409, code: 'SHORT', requestId: 'r1', body });
  expect(failedDecision(error, { title: 'Approval Failed', otherwise: 'Try again.' })).toEqual({
    state: 'failed',
    fault: { message: 'The treasury is short', requestId: 'r1' },
  });
  expect(logged.mock.calls).toEqual([['Approval Failed', { code: 'SHORT', reference: 'r1' }]]);
});
