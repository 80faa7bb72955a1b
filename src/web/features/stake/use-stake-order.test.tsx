import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';

import { WALLET as wallet } from '#test/web/wallet';

import { type Progress, blankProgress, showProgress } from '../../flows/pay/progress.ts';
import { setWalletState } from '../../wallet/state.ts';
import { type StakeOrder, useStakeOrder } from './use-stake-order.ts';

afterEach(() => {
  showProgress(null);
  setWalletState({ phase: 'disconnected' });
});

/** Tells what the form knows of a stake of 5 LMT. */
function Form({ tell }: { readonly tell: (order: StakeOrder) => void }) {
  tell(useStakeOrder({ wallet, userId: 'user', typed: '5', autoRestake: false }));
  return null;
}

/** Whether the form takes its stake as placed while this is on screen. */
function isPlaced(shown: Partial<Progress>): boolean {
  setWalletState(wallet);
  const facts = { walletAddress: 'wallet', walletName: 'Test', amount: '1', lmtAmount: '5' };
  showProgress({ ...blankProgress, ...facts, purpose: 'stake', tokenType: 'SOL', ...shown });
  const tell = vi.fn<(order: StakeOrder) => void>();
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Form tell={tell} />
    </QueryClientProvider>,
  );
  return tell.mock.lastCall![0].isPlaced;
}

test('an earlier fee payment does not empty the form: what is typed is not staked by it', () => {
  const done = { kind: 'done', isPending: false, availableAt: null } as const;
  expect(isPlaced({ signature: 'signed' })).toBe(true);
  expect(isPlaced({ outcome: done })).toBe(true);
  expect(isPlaced({ signature: 'signed', isResumed: true })).toBe(false);
  expect(isPlaced({ signature: 'signed', outcome: done, isResumed: true })).toBe(false);
});
