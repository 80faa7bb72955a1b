import { expect, test, vi } from 'vitest';

import { logFailure } from './log-failure.ts';

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
