import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';

import { payTexts } from './pay-texts.ts';
import { setWalletState } from '../wallet/state.ts';
import PayStrip from './pay-strip.tsx';
import { type Stage, blankProgress, showProgress } from './progress.ts';

afterEach(() => {
  showProgress(null);
  setWalletState({ phase: 'disconnected' });
});

/** What stands on the page about a payment that is stuck at a stage. */
function stuckAt(stage: Stage): string {
  const user = { address: 'a', userId: 'user', session: 'open' } as const;
  setWalletState({ phase: 'connected', id: 'phantom', name: 'Test', ...user });
  const facts = { purpose: 'bond', tokenType: 'SOL', amount: '2', lmtAmount: '0.4' } as const;
  const outcome = { kind: 'stuck', message: 'Network error.', requestId: null } as const;
  const whose = { walletAddress: 'a', walletName: 'Test', signature: 'signed' };
  showProgress({ ...blankProgress, ...facts, ...whose, stage, outcome }, false);
  return renderToStaticMarkup(<PayStrip />);
}

test('a payment that was never handed to the network is not called sent', () => {
  const sent = payTexts.bond.stuckHint('2', 'SOL').split('.')[1]!;
  expect(stuckAt('send')).toContain('Network error.');
  expect(stuckAt('send')).not.toContain(sent);
  expect(stuckAt('record')).toContain(sent);
});
