import { expect, test } from 'vitest';

import { sellOf } from '#test/web/builders';

import { decidedToast } from './decided-toast.ts';
import type { Decisions } from './decision.ts';

const sell = sellOf();
const DONE: Decisions = new Map([[sell.id, { state: 'done' }]]);

test('an approval is a success; a rejection is told without a green tick', () => {
  expect(decidedToast('approve', [sell], DONE)).toMatchObject({
    tone: 'success',
    title: 'Sell Verification Approved',
  });
  expect(decidedToast('reject', [sell], DONE)).toEqual({
    tone: 'info',
    title: 'Sell Verification Rejected',
    detail: '2 LMT were returned to the user.',
  });
});

test('of several that were rejected, those that failed are told', () => {
  const fault = { message: 'Not now', requestId: 'r1' };
  const other = sellOf({ id: '0199aaaa-0000-7000-8000-000000000002' });
  const decisions: Decisions = new Map([...DONE, [other.id, { state: 'failed', fault }]]);
  expect(decidedToast('reject', [sell, other], decisions)).toMatchObject({
    tone: 'failure',
    title: 'Rejection Failed',
    detail: expect.stringMatching(/^1 of 2 requests were rejected\. /),
  });
});
