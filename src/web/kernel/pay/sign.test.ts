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
import { WalletUnreached, refusal } from '../wallet/failure.ts';
import { setWalletState } from '../wallet/state.ts';
import { resume } from './finish.ts';
import { currentView, showProgress } from './progress.ts';
import { cancelPayment, retryPayment, startPayment } from './start.ts';
import { storedPayment, storedPayments } from './stored-payment.ts';

installPaying();

type Sent = { signature: Uint8Array }[];
const sent = (byte: number): Sent => [{ signature: new Uint8Array(64).fill(byte) }];

/** Begins a payment, and gives what has its wallet answer once it is asked to send. */
async function begun(amount = '1'): Promise<{ paid: Promise<void>; answer: (sent: Sent) => void }> {
  let answer: (sent: Sent) => void = () => undefined;
  world.prompt = () => new Promise((resolve) => (answer = resolve));
  const paid = startPayment(orderOf(A, { amount, quote: { ...QUOTE, amount } }));
  await isSigning();
  return { paid, answer: (given) => answer(given) };
}

const stageNow = () => currentView().progress?.stage;

test.each([
  ['throws', () => Promise.reject(new Error('The socket was closed.'))],
  ['answers without a signature', async () => []],
])(
  'a payment that its wallet may have sent is not offered again: the wallet %s',
  async (_, answer) => {
    connect(A);
    world.prompt = answer;
    await startPayment(orderOf(A));
    expect(currentView().progress?.outcome).toMatchObject({
      kind: 'failed',
      step: 'unconfirmed',
      message: payTexts.bond.failed.maybeSent,
      canRetry: false,
    });
    const asked = vi.fn<typeof world.prompt>(async () => sent(1));
    world.prompt = asked;
    await retryPayment();
    expect(asked).not.toHaveBeenCalled();
    // A new order is the user's own choice.
    showProgress(null);
    await startPayment(orderOf(A));
    expect(world.bonds).toHaveLength(1);
  },
);

test.each([
  ['refuses', refusal('no')],
  ['knows no such method', Object.assign(new Error('unknown'), { code: -32_601 })],
  ['was never reached', new WalletUnreached('No app answered.')],
])(
  'a wallet that %s has certainly not sent: the same order can be tried again',
  async (_, error) => {
    connect(A);
    world.prompt = () => Promise.reject(error);
    await startPayment(orderOf(A));
    expect(currentView().progress?.outcome).toMatchObject({ step: 'pay', canRetry: true });
  },
);

test('a payment that the wallet sends after Cancel is stored and recorded all the same', async () => {
  connect(A);
  const { paid, answer } = await begun();
  cancelPayment();
  await paid;
  answer(sent(2));
  await vi.waitFor(() => expect(world.bonds).toHaveLength(1));
  await vi.waitFor(() => expect(storedPayment(A)).toBe(null));
});

test('a payment that the wallet sends after Cancel waits for the order that came after it', async () => {
  connect(A);
  const first = await begun('1.000000000');
  cancelPayment();
  await first.paid;
  const second = await begun('2.000000000');
  first.answer(sent(3));
  await vi.waitFor(() => expect(storedPayments(A)).toMatchObject([{ amount: '1.000000000' }]));
  expect(currentView().progress).toMatchObject({ stage: 'sign', amount: '2.000000000' });
  second.answer(sent(4));
  await second.paid;
  await vi.waitFor(() => expect(world.bonds).toHaveLength(2));
  expect(world.bonds).toMatchObject([{ amount: '2.00000000' }, { amount: '1.00000000' }]);
  await vi.waitFor(() => expect(storedPayments(A)).toEqual([]));
});

test('a payment that the wallet sends after its account was left is stored until that is back', async () => {
  connect(A);
  const { paid, answer } = await begun();
  cancelPayment();
  await paid;
  connect(B);
  answer(sent(5));
  await vi.waitFor(() => expect(storedPayment(A)).not.toBe(null));
  expect(currentView().progress).toBe(null);
  expect(world.bonds).toEqual([]);
  connect(A);
  await resume({ walletAddress: A, walletName: 'Test', userId: `user-${A}` });
  expect(world.bonds).toHaveLength(1);
});

test('a payment that the wallet has sent is stored before the node answers, and cannot be cancelled', async () => {
  connect(A);
  const [answer, answered] = gate();
  world.height = () => answered.then(() => Response.json({ result: 1 }));
  world.prompt = async () => sent(6);
  const paid = startPayment(orderOf(A));
  await vi.waitFor(() => expect(storedPayment(A)).not.toBe(null));
  expect(storedPayment(A)).toMatchObject({
    transaction: null,
    lastValidBlockHeight: Number.MAX_SAFE_INTEGER,
  });
  // At this stage the dialog offers no Cancel; another order may come from another account.
  expect(stageNow()).toBe('send');
  cancelPayment();
  answer();
  await paid;
  expect(world.bonds).toHaveLength(1);
});

test('a payment that is sent while another account pays is kept for its own', async () => {
  connect(A);
  const { paid, answer } = await begun();
  const [reached, atHeight] = gate();
  const [reply, replied] = gate();
  world.height = () => {
    reached();
    return replied.then(() => Response.json({ result: 1 }));
  };
  answer(sent(7));
  await atHeight;
  setWalletState({ phase: 'disconnected' });
  cancelPayment();
  reply();
  await paid;
  expect(world.bonds).toEqual([]);
  expect(storedPayment(A)).not.toBe(null);
});

test.each([
  ['a price is asked for', '/api/bonds/quote'],
  ['the transfer is tried out', 'simulateTransaction'],
])('an order that is cancelled while %s frees the lock for the next', async (_, asked) => {
  connect(A);
  const send = globalThis.fetch as unknown as (path: string, init: object) => Promise<Response>;
  const [reached, isReached] = gate();
  vi.stubGlobal('fetch', (path: string, init: { body: string }) => {
    if (path !== asked && !init.body.includes(asked)) return send(path, init);
    reached();
    return new Promise(() => undefined);
  });
  const first = startPayment(orderOf(A, { quote: quoteBefore(asked) }));
  await isReached;
  cancelPayment();
  await first;
  vi.stubGlobal('fetch', send);
  world.prompt = async () => sent(8);
  await startPayment(orderOf(A));
  expect(currentView().progress?.outcome).toMatchObject({ kind: 'done' });
  expect(world.bonds).toHaveLength(1);
});

/** Without a quote of its own an order asks for one. */
const quoteBefore = (asked: string) => (asked === '/api/bonds/quote' ? null : QUOTE);
