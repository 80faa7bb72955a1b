import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SECOND_MS } from '#domain/base/time';
import { type Answer, absent, fact } from '../rpc/answer.ts';
import type { Chain } from './chain.ts';
import { findPayment } from './payout-lookup.ts';

const order = { purpose: 'sell', subject: 's', token: 'SOL', receiver: 'r' } as const;
const attempts = { known: new Set<string>(), amounts: new Set([1n]), receivers: new Set<string>() };
const look = {
  attempts,
  watched: async () => new Set<string>(),
  commitment: 'confirmed',
  reachedSlot: 0,
  completeSince: null,
} as const;

/** Strangers' transactions name the key; each takes a second to read, once. */
function named(count: number) {
  const kept = new Set<string>();
  const transactions = Array.from({ length: count }, (_, i) => ({
    signature: `${i}`,
    slot: i,
    failed: false,
  }));
  const stranger = { commitment: 'finalized', transfers: [], err: null, balances: [] };
  const chain = {
    till: { treasury: 't', treasuryTokenAccount: 'a', usdcMint: 'm' },
    findReferencing: async () => fact({ transactions, isComplete: true }, 7),
    async cachedFacts(signature: string) {
      if (!kept.has(signature)) await new Promise((done) => setTimeout(done, SECOND_MS));
      kept.add(signature);
      return fact(stranger, 7);
    },
  };
  return { kept, chain: chain as unknown as Chain };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('stops a lookup after ten seconds of strangers’ transactions that name the key, and continues in the next one', async () => {
  const { kept, chain } = named(200);
  const looked = async (): Promise<Answer<unknown> | null> => {
    let answer: Answer<unknown> | null = null;
    void findPayment(chain, order, look).then((found) => (answer = found));
    await vi.advanceTimersByTimeAsync(12 * SECOND_MS);
    return answer;
  };
  expect(await looked()).toEqual({ kind: 'unknown', reason: 'time-out' });
  expect(kept.size, 'several at a time').toBeGreaterThan(50);
  expect(kept.size).toBeLessThan(120);
  expect(await looked()).toEqual({ kind: 'unknown', reason: 'time-out' });
  expect(await looked()).toEqual(absent(7));
});
