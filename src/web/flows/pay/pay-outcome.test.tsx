import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { PayOutcome } from './pay-outcome.tsx';
import type { Progress } from './progress.ts';

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
