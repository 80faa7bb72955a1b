import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '#domain/base/time';

import { ApiError } from '../../api/api-error.ts';
import { payOutTexts } from './pay-out-texts.ts';
import { type PayOutOrder, payOutAll, payOutFault } from './pay-out.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const noNonce = (ready: number, retryAfterSeconds: number): ApiError => {
  const body = { error: 'No nonce is free', ready, retryAfterSeconds };
  return new ApiError('409', { status: 409, code: 'NO_FREE_NONCE', requestId: null, body });
};

/** Orders of so many sells that a server with its own key pays, and what the page was told of each. */
function ordersOf(count: number, pay: (place: number) => Promise<object>) {
  const told = Array.from({ length: count }, () => [] as string[]);
  const orders = told.map((steps, place): PayOutOrder<object> => ({
    confirmed: {
      purpose: 'sell',
      subject: `s${place}`,
      receiver: 'wallet',
      token: 'SOL',
      amount: '1',
    },
    pay: () => pay(place),
    onStep: (step) => steps.push(step),
    onEnd: (end) => steps.push('answer' in end ? 'paid' : 'failed'),
  }));
  return { orders, told, ends: () => told.map((steps) => steps.at(-1)) };
}

test('more requests than nonces are approved group by group, each after the wait that the server names', async () => {
  let free = 3;
  let calls = 0;
  const { orders, told, ends } = ordersOf(8, async () => {
    calls += 1;
    if (free === 0) throw noNonce(3, 5);
    free -= 1;
    setTimeout(() => (free += 1), 18 * SECOND_MS);
    return {};
  });
  const all = payOutAll(orders);
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(ends().slice(0, 5)).toEqual(['paid', 'paid', 'paid', 'waiting', undefined]);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await all;
  expect(ends()).toEqual(Array(8).fill('paid'));
  expect(told[0]).toEqual(['running', 'paid']);
  expect(calls, 'asked again after each wait only').toBeLessThan(20);
});

test('nonces that wait for a signature are not waited for: the rest is reported at once', async () => {
  const { orders, ends } = ordersOf(3, async (place) => {
    if (place > 0) throw noNonce(16, 900);
    return {};
  });
  await payOutAll(orders);
  expect(ends()).toEqual(['paid', 'failed', 'failed']);
});

test('the page waits a minute and a half while no payout goes on, and then reports each', async () => {
  const { orders, ends } = ordersOf(2, async () => {
    throw noNonce(16, 5);
  });
  const all = payOutAll(orders);
  await vi.advanceTimersByTimeAsync(89 * SECOND_MS);
  expect(ends()).toEqual(['waiting', undefined]);
  await vi.advanceTimersByTimeAsync(5 * SECOND_MS);
  await all;
  expect(ends()).toEqual(['failed', 'failed']);
});

test('while no nonce account exists, all requests are refused at once, and the page says why', async () => {
  const { orders, ends } = ordersOf(2, async () => {
    throw noNonce(0, 15);
  });
  const errors: unknown[] = [];
  await payOutAll(
    orders.map((order) => ({
      ...order,
      onEnd: (end) => {
        order.onEnd(end);
        if ('error' in end) errors.push(payOutFault(end.error, 'otherwise').message);
      },
    })),
  );
  expect(ends()).toEqual(['failed', 'failed']);
  expect(new Set(errors)).toEqual(new Set([payOutTexts.failed.off]));
});

test('a refusal of another kind stops no other request', async () => {
  const { orders, ends } = ordersOf(3, async (place) => {
    if (place === 1) throw new Error('no connection');
    return {};
  });
  await payOutAll(orders);
  expect(ends()).toEqual(['paid', 'failed', 'paid']);
});
