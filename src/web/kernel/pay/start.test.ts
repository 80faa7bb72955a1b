import { expect, test, vi } from 'vitest';

import {
  A,
  B,
  QUOTE,
  connect,
  gate,
  installPaying,
  isSigning,
  orderOf,
  world,
} from '#test/web/paying';

import { payTexts } from './pay-texts.ts';
import * as toasts from '../ui/overlays/toast.ts';
import { setWalletState } from '../wallet/state.ts';
import { currentView, openDialog, showProgress } from './progress.ts';
import { resume } from './finish.ts';
import { acceptPrice, cancelPayment, retryPayment, startPayment } from './start.ts';
import { storePayment, storedPayment } from './stored-payment.ts';

installPaying();

test('a payment that was cancelled while the wallet asks does not stand in the way of the next', async () => {
  connect(A);
  const first = startPayment(orderOf(A));
  await isSigning();
  cancelPayment();
  await first;
  world.prompt = async () => [{ signature: new Uint8Array(64).fill(1) }];
  await startPayment(orderOf(A));
  expect(currentView().progress?.outcome).toMatchObject({ kind: 'done' });
  expect(world.bonds).toHaveLength(1);
});

test('a payment that the wallet has sent is recorded though the node does not answer', async () => {
  connect(A);
  world.height = () => Response.json({ error: { code: -32005, message: 'Node is behind' } });
  world.prompt = async () => [{ signature: new Uint8Array(64).fill(2) }];
  await startPayment(orderOf(A));
  expect(currentView().progress?.outcome).toMatchObject({ kind: 'done' });
  expect(world.bonds).toHaveLength(1);
});

test('a new price that cannot be taken because another tab pays is told', async () => {
  connect(A);
  await startPayment(orderOf(A, { expected: '0.30000000' }));
  expect(currentView().progress?.outcome).toMatchObject({ kind: 'changed' });
  world.locks.add(`lmt-payment-${A}`);
  await acceptPrice();
  const message = payTexts.otherTab;
  expect(currentView().progress?.outcome).toMatchObject({ kind: 'failed', message });
});

/** Takes a price of 0.2 LMT whose quote has so long to go; the next quote is of 0.19. */
async function acceptAfter(leftMs: number, meanwhile: () => void): Promise<void> {
  connect(A);
  world.prompt = async () => [{ signature: new Uint8Array(64).fill(5) }];
  const quote = { ...QUOTE, expiresAt: new Date(Date.now() + leftMs).toISOString() };
  await startPayment(orderOf(A, { expected: '0.30000000', quote }));
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  vi.stubGlobal('fetch', async (path: string, init: object) =>
    path === '/api/bonds/quote'
      ? Response.json({ ...QUOTE, lmtAmount: '0.19000000' })
      : send(path, init),
  );
  meanwhile();
  await acceptPrice();
}

const endQuote = () => localStorage.setItem('lmt-quote-SOL', 'of another tab');

test.each([
  ['ended while it was looked at', -1, () => undefined],
  ['was ended by another tab', 600_000, endQuote],
])('a new price that %s is asked for again, and not paid', async (_, leftMs, meanwhile) => {
  await acceptAfter(leftMs, meanwhile);
  expect(currentView().progress).toMatchObject({
    lmtAmount: '0.19000000',
    outcome: { kind: 'changed', expected: '0.20000000' },
  });
  expect(world.bonds).toEqual([]);
  cancelPayment();
});

test('a new price that still holds is paid', async () => {
  await acceptAfter(600_000, () => undefined);
  expect(world.bonds).toHaveLength(1);
});

/** A payment of A's that was signed for a bond and is not recorded. */
function leaveUnrecorded(userId: string): void {
  const left = { purpose: 'bond', quoteId: 'left', tokenType: 'SOL', amount: '1' } as const;
  const signed = { signature: 'sent', transaction: null, lastValidBlockHeight: 1 };
  storePayment({ ...left, ...signed, key: 'old', walletAddress: A, userId, lmtAmount: '0.2' });
}

test('a new price is not paid before what another tab has signed meanwhile', async () => {
  await acceptAfter(600_000, () => leaveUnrecorded(`user-${A}`));
  expect(world.bonds).toEqual([
    expect.objectContaining({ quoteId: 'left', transactionSignature: 'sent' }),
  ]);
});

test('an order is not placed before what was left unfinished, which is told apart from it', async () => {
  connect(A);
  leaveUnrecorded(`user-${A}`);
  const [record, recorded] = gate();
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  vi.stubGlobal('fetch', async (path: string, init: object) => {
    if (path === '/api/bonds') await recorded;
    return send(path, init);
  });
  const started = startPayment(orderOf(A, { amount: '5' }));
  await vi.waitFor(() => expect(currentView().progress?.stage).toBe('record'));
  expect(currentView()).toMatchObject({
    isOpen: false,
    progress: { isResumed: true, amount: '1' },
  });
  // The user looks at it until it is done.
  openDialog(true);
  record();
  await started;
  expect(world.bonds).toHaveLength(1);
  expect(currentView().progress).toMatchObject({ amount: '5', outcome: { kind: 'failed' } });
});

/** Has every new quote be this one. */
function quoted(quote: object): void {
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  vi.stubGlobal('fetch', async (path: string, init: object) =>
    path === '/api/bonds/quote' ? Response.json({ ...QUOTE, ...quote }) : send(path, init),
  );
}

test('an order that an earlier payment kept from being placed is told so, and placed when it is tried again', async () => {
  connect(A);
  leaveUnrecorded(`user-${A}`);
  await startPayment(orderOf(A, { amount: '5', expected: '1.00000000' }));
  expect(currentView()).toMatchObject({
    isOpen: true,
    progress: {
      amount: '5',
      isResumed: false,
      signature: null,
      outcome: { kind: 'failed', message: payTexts.notPlaced, canRetry: true },
    },
  });
  quoted({ quoteId: 'again', amount: '5.000000000', lmtAmount: '0.99000000' });
  await retryPayment();
  expect(currentView().progress?.outcome).toEqual({ kind: 'changed', expected: '1.00000000' });
  world.prompt = async () => [{ signature: new Uint8Array(64).fill(8) }];
  await acceptPrice();
  expect(world.bonds).toMatchObject([{ quoteId: 'left' }, { quoteId: 'again' }]);
});

test('an order is told as not placed, and the earlier payment that cannot be recorded stays on screen', async () => {
  const told = vi.spyOn(toasts, 'showToast').mockReturnValue();
  connect(A);
  leaveUnrecorded(`user-${A}`);
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  vi.stubGlobal('fetch', async (path: string, init: object) =>
    path === '/api/bonds'
      ? Response.json({ code: 'PAUSED', error: 'Paused' }, { status: 503 })
      : send(path, init),
  );
  await startPayment(orderOf(A, { amount: '5' }));
  expect(currentView().progress).toMatchObject({ amount: '1', outcome: { kind: 'stuck' } });
  expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ detail: payTexts.notPlaced }));
});

test('an order is told as not placed while this tab still records an earlier payment of its account', async () => {
  const told = vi.spyOn(toasts, 'showToast').mockReturnValue();
  connect(A);
  world.prompt = async () => [{ signature: new Uint8Array(64).fill(11) }];
  const [record, recorded] = gate();
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  vi.stubGlobal('fetch', async (path: string, init: object) => {
    if (path === '/api/bonds') await recorded;
    return send(path, init);
  });
  const first = startPayment(orderOf(A));
  await vi.waitFor(() => expect(currentView().progress?.stage).toBe('record'));
  // Another account's payment has come in its place, and has ended.
  showProgress(null);
  await startPayment(orderOf(A, { amount: '5' }));
  expect(currentView().progress).toMatchObject({ isResumed: true, amount: '1.000000000' });
  expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ detail: payTexts.notPlaced }));
  record();
  await first;
  expect(world.bonds).toHaveLength(1);
});

test('another account is told nothing of an order that was not placed', async () => {
  const told = vi.spyOn(toasts, 'showToast').mockReturnValue();
  connect(A);
  leaveUnrecorded(`user-${A}`);
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  vi.stubGlobal('fetch', async (path: string, init: object) => {
    if (path === '/api/bonds') connect(B);
    return send(path, init);
  });
  await startPayment(orderOf(A, { amount: '5' }));
  expect(told).not.toHaveBeenCalled();
  expect(currentView().progress).toBe(null);
});

/** Does something each time before the wallet is prompted, while the transfer is tried out. */
function beforePrompt(meanwhile: () => void): void {
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    if (init.body.includes('simulateTransaction')) meanwhile();
    return send(path, init);
  });
}

test('a quote that ends before the wallet is prompted is not paid by: there is a new one', async () => {
  connect(A);
  let isEnded = false;
  beforePrompt(() => {
    if (!isEnded) endQuote();
    isEnded = true;
  });
  quoted({ quoteId: 'new' });
  world.prompt = async () => [{ signature: new Uint8Array(64).fill(9) }];
  await startPayment(orderOf(A));
  expect(world.bonds).toMatchObject([{ quoteId: 'new' }]);
});

test('a payment that is cancelled before the wallet is prompted does not prompt it', async () => {
  connect(A);
  const prompted = vi.fn<typeof world.prompt>(async () => [
    { signature: new Uint8Array(64).fill(12) },
  ]);
  world.prompt = prompted;
  beforePrompt(cancelPayment);
  await startPayment(orderOf(A));
  expect(prompted).not.toHaveBeenCalled();
  expect(currentView().progress).toBe(null);
});

test('a price that got worse before the wallet is prompted is asked about', async () => {
  connect(A);
  beforePrompt(endQuote);
  quoted({ quoteId: 'new', lmtAmount: '0.19000000' });
  world.prompt = async () => [{ signature: new Uint8Array(64).fill(10) }];
  await startPayment(orderOf(A));
  expect(currentView().progress).toMatchObject({
    stage: 'quote',
    outcome: { kind: 'changed', expected: '0.20000000' },
  });
  expect(world.bonds).toEqual([]);
  cancelPayment();
});

test('a quote that ends each time before the wallet is prompted ends the payment', async () => {
  connect(A);
  const prompted = vi.fn<typeof world.prompt>();
  world.prompt = prompted;
  const ends = vi.fn<() => void>(endQuote);
  beforePrompt(ends);
  quoted({ quoteId: 'new' });
  await startPayment(orderOf(A));
  expect(currentView().progress?.outcome).toMatchObject({ kind: 'failed', canRetry: true });
  expect(ends).toHaveBeenCalledTimes(2);
  expect(prompted).not.toHaveBeenCalled();
});

test('an order that is placed while another tab ends a payment is refused, not swallowed', async () => {
  connect(A);
  leaveUnrecorded(`user-${A}`);
  world.locks.add(`lmt-payment-${A}`);
  await startPayment(orderOf(A));
  expect(currentView()).toMatchObject({
    isOpen: true,
    progress: { outcome: { kind: 'failed', message: payTexts.otherTab } },
  });
  expect(world.bonds).toEqual([]);
});

test('what an earlier user of the same wallet left unfinished does not keep the next from paying', async () => {
  connect(A);
  leaveUnrecorded('deleted');
  world.prompt = async () => [{ signature: new Uint8Array(64).fill(3) }];
  await startPayment(orderOf(A));
  expect(world.bonds).toHaveLength(1);
});

test('one wallet’s payment leaves what is shown of another’s alone', async () => {
  connect(A);
  let answer: (sent: { signature: Uint8Array }[]) => void = () => undefined;
  world.prompt = () => new Promise((resolve) => (answer = resolve));
  const first = startPayment(orderOf(A));
  await isSigning();
  // Confirmed only when the other wallet has begun.
  const [confirm, confirmed] = gate();
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    if (init.body.includes('getSignatureStatuses')) await confirmed;
    return send(path, init);
  });
  answer([{ signature: new Uint8Array(64).fill(4) }]);
  await vi.waitFor(() => expect(currentView().progress?.stage).toBe('send'));
  connect(B);
  void startPayment(orderOf(B));
  await isSigning();
  confirm();
  await first;
  expect(currentView()).toMatchObject({
    isOpen: true,
    progress: { walletAddress: B, stage: 'sign', outcome: { kind: 'running' } },
  });
  cancelPayment();
});

/** A payment of A's that is signed, whose wallet uses B as soon as the server or the chain is asked this; what both are told then. */
async function leftAt(asked: string, answer: () => Response): Promise<unknown[]> {
  const told = vi.spyOn(toasts, 'showToast').mockReturnValue();
  connect(A);
  world.prompt = async () => [{ signature: new Uint8Array(64).fill(6) }];
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    if (path !== asked && !init.body.includes(asked)) return send(path, init);
    connect(B);
    return answer();
  });
  await startPayment(orderOf(A));
  expect(told).not.toHaveBeenCalled();
  expect(storedPayment(A)).not.toBe(null);
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) =>
    init.body.includes(asked) ? answer() : send(path, init),
  );
  connect(A);
  await resume({ walletAddress: A, walletName: 'Test', userId: `user-${A}` });
  const all = told.mock.calls.map(([{ title }]) => title);
  told.mockRestore();
  return all;
}

test('how a payment ended is told to its own account alone, once that is back', async () => {
  const recorded = { status: 'confirmed', bondingEndTime: null, lmtAmount: '0.20000000' };
  const { done, failed } = payTexts.bond;
  expect(await leftAt('/api/bonds', () => Response.json(recorded))).toEqual([done.title]);
  expect(currentView().progress).toBe(null);
  const err = { err: { InstructionError: [0, 'Custom'] }, confirmationStatus: 'confirmed' };
  const failure = () => Response.json({ result: { value: [err] } });
  expect(await leftAt('getSignatureStatuses', failure)).toEqual([failed.pay]);
  expect(storedPayment(A)).toBe(null);
});

test('a payment that fails before it is signed is told to no other account', async () => {
  const told = vi.spyOn(toasts, 'showToast').mockReturnValue();
  connect(A);
  world.prompt = async () => {
    connect(B);
    throw new Error('closed');
  };
  await startPayment(orderOf(A));
  expect(told).not.toHaveBeenCalled();
  expect(currentView().progress).toMatchObject({ walletAddress: A, outcome: { kind: 'failed' } });
  told.mockRestore();
});

test('a payment is not recorded without a session: it waits for one', async () => {
  connect(A);
  world.prompt = async () => {
    setWalletState({
      phase: 'connected',
      id: 'phantom',
      name: 'Test',
      address: A,
      userId: null,
      session: 'none',
    });
    return [{ signature: new Uint8Array(64).fill(7) }];
  };
  await startPayment(orderOf(A));
  expect(world.bonds).toEqual([]);
  expect(currentView().progress?.outcome).toMatchObject({ kind: 'stuck' });
  expect(storedPayment(A)).not.toBe(null);
});
