import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';

import { WALLET as wallet } from '#test/web/wallet';

import { ApiError } from '../../kernel/api/api-error.ts';
import { feeQuoteQuery } from '../../kernel/api/reads/vault-queries.ts';
import { type Progress, blankProgress, showProgress } from '../../kernel/pay/progress.ts';
import { setWalletState } from '../../kernel/wallet/state.ts';
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

test('a quote that still holds pays for nothing once the server refuses its stake', () => {
  const client = new QueryClient();
  const { queryKey } = feeQuoteQuery('user', '5.00000000');
  client.setQueryData(queryKey, { lamports: '7', expiresAt: '2099-01-01T00:00:00.000Z' } as never);
  const formed = (error: Error | null) => {
    client
      .getQueryCache()
      .find({ queryKey })
      ?.setState({ error, status: error ? 'error' : 'success' });
    setWalletState(wallet);
    const tell = vi.fn<(order: StakeOrder) => void>();
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Form tell={tell} />
      </QueryClientProvider>,
    );
    const { fee, blocked } = tell.mock.lastCall![0];
    return [fee.quote?.lamports ?? null, blocked === null];
  };
  const refusal = (status: number, code: string) =>
    new ApiError('x', { status, code, requestId: 'r1', body: { error: 'No' } });
  expect(formed(null)).toEqual(['7', true]);
  expect(formed(refusal(0, 'NETWORK'))).toEqual(['7', true]);
  expect(formed(refusal(422, 'INSUFFICIENT_BALANCE'))).toEqual([null, false]);
});
