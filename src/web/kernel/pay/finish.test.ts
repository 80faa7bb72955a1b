import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { stubStorage } from '#test/web/storage';

import { queryClient } from '../api/query-client.ts';
import { payTexts } from './pay-texts.ts';
import { setWalletState } from '../wallet/state.ts';
import { resume } from './finish.ts';
import { blankProgress, currentView, showProgress } from './progress.ts';
import { type StoredPayment, dropPayment, storePayment, storedPayment } from './stored-payment.ts';

const payerOf = (walletAddress: string) => ({
  walletAddress,
  walletName: 'Test',
  userId: `user-${walletAddress}`,
});

/** What this tab and the other store. */
let stored: Map<string, string>;
/** Has the other tab leave its lock to the next tab in line. */
let unlock: () => void;

beforeEach(() => {
  stored = stubStorage();
  const unlocked = new Promise<void>((open) => (unlock = open));
  const request = async (_: string, __: object, work: (lock: object) => Promise<unknown>) => {
    await unlocked;
    return work({});
  };
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(
      path === '/rpc'
        ? { result: { value: [{ err: null, confirmationStatus: 'confirmed' }] } }
        : { status: 'confirmed', bondingEndTime: null, lmtAmount: '0.2' },
    ),
  );
});
afterEach(() => {
  vi.useRealTimers();
  setWalletState({ phase: 'disconnected' });
  showProgress(null);
});

function connect(address: string): void {
  const user = { userId: `user-${address}`, session: 'open' } as const;
  setWalletState({ phase: 'connected', id: 'phantom', name: 'Test', address, ...user });
}

const paymentOf = (walletAddress: string): StoredPayment => ({
  purpose: 'bond',
  quoteId: 'q',
  key: `key-${walletAddress}`,
  walletAddress,
  userId: `user-${walletAddress}`,
  tokenType: 'SOL',
  amount: '1',
  lmtAmount: '0.2',
  signature: 'sent',
  transaction: null,
  lastValidBlockHeight: 1,
});

const progressOf = (walletAddress: string) => ({
  ...blankProgress,
  purpose: 'bond' as const,
  walletAddress,
  walletName: 'Test',
  tokenType: 'SOL' as const,
  amount: '1',
  lmtAmount: '0.2',
});

/** What another tab stores does not pass through the memory of this one. */
function storeElsewhere(payment: StoredPayment): void {
  stored.set(`lmt-payment-${payment.walletAddress}`, JSON.stringify(payment));
}

test('a payment that is stuck here is put away once another tab has recorded it, and all is read again', async () => {
  connect('a');
  const read = vi.spyOn(queryClient, 'invalidateQueries');
  storeElsewhere(paymentOf('a'));
  const outcome = { kind: 'stuck', message: 'The server is away.', requestId: null } as const;
  showProgress({ ...progressOf('a'), isResumed: true, stage: 'record', outcome }, true);
  const resumed = resume(payerOf('a'));
  stored.clear();
  unlock();
  await resumed;
  expect(currentView()).toEqual({ progress: null, isOpen: false });
  expect(read).toHaveBeenCalled();
});

test('nothing else on screen is put away because nothing is stored', async () => {
  connect('a');
  showProgress(progressOf('a'), true);
  unlock();
  await resume(payerOf('a'));
  expect(currentView()).toMatchObject({ isOpen: true, progress: { walletAddress: 'a' } });
});

test.each([
  ['another account', () => connect('b')],
  ['another user', () => setUser('other')],
  ['nobody', () => setWalletState({ phase: 'disconnected' })],
])('a payment that waited in line is not shown to %s', async (_, change) => {
  connect('a');
  storeElsewhere(paymentOf('a'));
  const resumed = resume(payerOf('a'));
  change();
  showProgress(progressOf('b'), true);
  unlock();
  await resumed;
  expect(currentView()).toMatchObject({ isOpen: true, progress: { walletAddress: 'b' } });
  expect(storedPayment('a')).not.toBe(null);
});

function setUser(userId: string): void {
  const user = { userId, session: 'open' } as const;
  setWalletState({ phase: 'connected', id: 'phantom', name: 'Test', address: 'a', ...user });
}

test('a payment that was never handed to the network is not recorded: its bytes stay for another try', async () => {
  vi.useFakeTimers();
  connect('a');
  unlock();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json(path === '/rpc' ? { error: { code: -32_005, message: 'Behind' } } : {});
  });
  const payment = { ...paymentOf('a'), signature: 'signed', transaction: 'wire' } as StoredPayment;
  storePayment(payment);
  const resumed = resume(payerOf('a'));
  await vi.runAllTimersAsync();
  await resumed;
  expect(new Set(asked)).toEqual(new Set(['/rpc']));
  expect(currentView().progress?.outcome).toMatchObject({
    kind: 'stuck',
    message: payTexts.failed.network,
  });
  expect(storedPayment('a')).toEqual(payment);
  dropPayment(payment);
});

test('only what was signed can be of an earlier visit: an order without a transfer is of this one', async () => {
  connect('a');
  unlock();
  const isResumed = async (payment: StoredPayment) => {
    const seen: unknown[] = [];
    storePayment(payment);
    vi.stubGlobal('fetch', async () => {
      seen.push(currentView().progress?.isResumed);
      return Response.json({ code: 'PAUSED' }, { status: 503 });
    });
    await resume(payerOf('a'));
    dropPayment(payment);
    return seen.at(-1);
  };
  const { quoteId: _, ...facts } = paymentOf('a') as StoredPayment & { readonly quoteId: string };
  const free = { ...facts, purpose: 'stake', autoRestake: false, signature: null } as const;
  expect(await isResumed(free)).toBe(false);
});
