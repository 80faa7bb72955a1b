import { expect, test } from 'vitest';

import { sellOf } from '#test/web/builders';

import type { Positions } from './positions.ts';
import { sellAnswerView } from './sell-views.tsx';

const sell = sellOf();

function hint(isPaused: boolean): string {
  const own: Positions = {
    bonds: [],
    stakes: [],
    sells: [sell],
    unstakedLMT: '0',
    isPaused,
    settings: null,
  };
  const now = Date.parse(sell.requestedAt);
  return sellAnswerView({ own, id: sell.id, when: '', now }).hint;
}

test('cancelling is offered while it is possible, and not while the protocol is paused', () => {
  expect(hint(false)).toMatch(/You can cancel until then\.$/);
  expect(hint(true)).not.toMatch(/you can/i);
  expect(hint(true)).toMatch(/Cancelling waits until the protocol resumes\.$/);
});
