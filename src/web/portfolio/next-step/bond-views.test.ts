import { expect, test } from 'vitest';

import type { BondJson } from '#contract/bonds/bonds';
import { bondOf } from '#test/web/builders';

import { paymentView } from './bond-views.tsx';

function told(changes: Partial<BondJson>): string {
  const bond = bondOf({ status: 'pending', ...changes });
  const own = { bonds: [bond], stakes: [], sells: [], unstakedLMT: '0' };
  const about = { own: { ...own, isPaused: false, settings: null }, id: bond.id, when: '', now: 0 };
  const { title, hint } = paymentView(about);
  return `${title}. ${hint}`;
}

test('a payment is said to be on its way only where there is one', () => {
  expect(told({ transactionSignature: '5'.repeat(88) })).toBe(
    'Your payment of 49.3500 SOL is on its way. Awaiting blockchain confirmation. It is not asked for again.',
  );
  expect(told({ transactionSignature: null })).toBe(
    'Your bond of 49.3500 SOL waits for its payment. Awaiting blockchain confirmation. No payment for it has been seen.',
  );
});
