import { expect, test } from 'vitest';

import { sellOf } from '#test/web/builders';

import type { Positions } from '../../kernel/api/positions.ts';
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

test('offers to cancel a request, and names the end of a pause while the protocol is paused', () => {
  expect(hint(false)).toMatch(/You can cancel until then\.$/);
  expect(hint(true)).toMatch(/You can cancel after the pause\.$/);
});
