import { beforeEach, afterAll, expect, test, vi } from 'vitest';

import { stubStorage } from '#test/web/storage';

import { type StoredPayment, dropPayment, storePayment, storedPayments } from './stored-payment.ts';

const KEY = 'lmt-payment-wallet';
let stored: Map<string, string>;

beforeEach(() => {
  stored = stubStorage();
  for (const payment of storedPayments('wallet')) dropPayment(payment);
});
afterAll(() => vi.unstubAllGlobals());

const paymentOf = (key: string, change: object = {}) =>
  ({
    purpose: 'bond',
    quoteId: 'q',
    key,
    walletAddress: 'wallet',
    userId: 'user',
    tokenType: 'SOL',
    amount: '1',
    lmtAmount: '0.2',
    signature: `signature-${key}`,
    transaction: null,
    lastValidBlockHeight: 1,
    ...change,
  }) as StoredPayment;

test('a second payment of a wallet is stored beside the first, and each is forgotten by itself', () => {
  const [first, second] = [paymentOf('1'), paymentOf('2')];
  storePayment(first);
  // The versions before read one.
  expect(JSON.parse(stored.get(KEY)!)).toEqual(first);
  storePayment(second);
  expect(storedPayments('wallet')).toEqual([first, second]);
  dropPayment(first);
  expect(storedPayments('wallet')).toEqual([second]);
  dropPayment(second);
  expect(storedPayments('wallet')).toEqual([]);
  expect(stored.size).toBe(0);
});

test('a payment of which more is known takes its own place', () => {
  storePayment(paymentOf('1'));
  const known = paymentOf('1', { lastValidBlockHeight: 300 });
  storePayment(known);
  expect(storedPayments('wallet')).toEqual([known]);
});

test('what an earlier user of the wallet left is forgotten once the next has paid', () => {
  storePayment(paymentOf('1', { userId: 'deleted' }));
  const own = paymentOf('2');
  storePayment(own);
  expect(storedPayments('wallet')).toEqual([own]);
});

test('an order without a transfer is never stored for a later visit, beside a payment either', () => {
  const free = paymentOf('free', { purpose: 'stake', autoRestake: false, signature: null });
  storePayment(free);
  expect(stored.size).toBe(0);
  const sent = paymentOf('sent');
  storePayment(sent);
  expect(JSON.parse(stored.get(KEY)!)).toEqual(sent);
  dropPayment(free);
  expect(storedPayments('wallet')).toEqual([sent]);
});

test('a payment of another tab is not kept in the memory of this one', () => {
  const own = paymentOf('own');
  storePayment(own);
  stored.set(KEY, JSON.stringify([own, paymentOf('of another tab')]));
  dropPayment(own);
  stored.delete(KEY);
  expect(storedPayments('wallet')).toEqual([]);
});

test('what another version of the app or another wallet stored is not taken for a payment', () => {
  for (const text of [
    '',
    'null',
    '{',
    '[null]',
    JSON.stringify(paymentOf('1', { walletAddress: 'b' })),
  ]) {
    stored.set(KEY, text);
    expect(storedPayments('wallet')).toEqual([]);
  }
  const { purpose: _, ...first } = paymentOf('1') as StoredPayment & { purpose: string };
  stored.set(KEY, JSON.stringify(first));
  expect(storedPayments('wallet')).toMatchObject([{ purpose: 'bond', key: '1' }]);
});
