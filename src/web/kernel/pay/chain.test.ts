import { afterEach, expect, test, vi } from 'vitest';

import { forgetLifetime, recentLifetime, send, simulate } from './chain.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A node that answers each method with this; tells what it was asked. */
function nodeOf(answers: Readonly<Record<string, unknown>>): [string, unknown[]][] {
  const asked: [string, unknown[]][] = [];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] };
    asked.push([method, params]);
    return Promise.resolve(Response.json({ result: answers[method] }));
  });
  return asked;
}

test('a payment is tried out whatever a node’s newest block is, and sent only to one that has come as far', async () => {
  const asked = nodeOf({
    getLatestBlockhash: {
      context: { slot: 77 },
      value: { blockhash: 'hash', lastValidBlockHeight: 150 },
    },
    simulateTransaction: { value: { err: null } },
    sendTransaction: 'signature',
  });
  await send('resumed');
  expect(asked.pop()?.[1]).toEqual([
    'resumed',
    expect.not.objectContaining({ minContextSlot: 77 }),
  ]);
  await recentLifetime();
  await simulate('wire');
  await send('wire');
  expect(asked.slice(1)).toEqual([
    ['simulateTransaction', ['wire', expect.objectContaining({ replaceRecentBlockhash: true })]],
    ['sendTransaction', ['wire', expect.objectContaining({ minContextSlot: 77 })]],
  ]);
});

test('a blockhash is read again once it is ten seconds old', async () => {
  vi.useFakeTimers();
  forgetLifetime();
  const asked = nodeOf({
    getLatestBlockhash: { value: { blockhash: 'hash', lastValidBlockHeight: 150 } },
  });
  await recentLifetime();
  vi.advanceTimersByTime(9_999);
  await recentLifetime();
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await recentLifetime();
  expect(asked).toHaveLength(2);
});
