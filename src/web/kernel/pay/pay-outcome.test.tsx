import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { payTexts } from './pay-texts.ts';
import { PayOutcome } from './pay-outcome.tsx';
import { type Stage, type Progress, blankProgress } from './progress.ts';

test('a fee that has changed is told to the last lamport: else it may seem to be the same', () => {
  const progress = {
    purpose: 'stake',
    amount: '0.493500009',
    outcome: { kind: 'changed', expected: '0.493500001' },
  } as Progress;
  expect(renderToStaticMarkup(<PayOutcome progress={progress} />)).toContain(
    'It would be 0.493500009 SOL instead of 0.493500001 SOL.',
  );
});

test('only of a payment that the network has is it said that it goes on by itself', () => {
  const facts = {
    purpose: 'bond',
    tokenType: 'SOL',
    walletAddress: 'a',
    walletName: 'Test',
  } as const;
  const stuckAt = (stage: Stage) => {
    const outcome = { kind: 'stuck', message: 'Network error.', requestId: null } as const;
    const amounts = { amount: '2', lmtAmount: '0.4', signature: 'signed' };
    const progress = { ...blankProgress, ...facts, ...amounts, stage, outcome };
    return renderToStaticMarkup(<PayOutcome progress={progress} />);
  };
  expect(stuckAt('record')).toContain(payTexts.leave);
  expect(stuckAt('send')).toContain('Network error.');
  expect(stuckAt('send')).not.toContain(payTexts.leave);
});
