import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ParsedTransaction } from '#domain/payments/deposit';
import { ok } from '#domain/base/result';
import { encodeBase58 } from '#localnet/bytes/base58';
import { absent, fact } from '../rpc/answer.ts';
import { PaymentWaits } from './payment-waits.ts';

const signature = (byte: number): string => encodeBase58(Buffer.alloc(64, byte));
const [MISSING, PAID, PAID_TOO] = [signature(1), signature(2), signature(3)];

/** Chain with every payment except one, which records the requested signatures. */
function chainOf() {
  const asked: (readonly string[])[] = [];
  const status = { slot: 7, commitment: 'confirmed', err: null } as const;
  return {
    asked,
    statuses: async (signatures: readonly string[]) => {
      asked.push(signatures);
      return new Map(signatures.map((s) => [s, s === MISSING ? absent(7) : fact(status, 7)]));
    },
    facts: async (s: string) => fact({ signature: s, ...status } as ParsedTransaction, 7),
  };
}

test('finds an existing payment at the first poll, even while waiting for another', async () => {
  const chain = chainOf();
  const waits = new PaymentWaits(chain, { forMs: 600, everyMs: 50 });
  const missing = waits.wait('alice', MISSING, async () => ok(null));
  while (chain.asked.length === 0) await turn();
  // Both arrive during the first poll and share the next one.
  const paid = await Promise.all([
    waits.wait('bob', PAID, async () => ok(null)),
    waits.wait('carol', PAID_TOO, async () => ok(null)),
  ]);
  expect(paid).toMatchObject([
    { ok: true, value: { signature: PAID } },
    { ok: true, value: { signature: PAID_TOO } },
  ]);
  expect(chain.asked).toEqual([[MISSING], [PAID, PAID_TOO]]);
  expect(await missing).toEqual(ok({ unseenAtSlot: 7 }));
  // The later polls requested only the missing signature, and polling has stopped.
  const polls = chain.asked.length;
  expect(polls).toBeGreaterThan(2);
  expect(chain.asked.slice(2).flat()).toEqual(Array(polls - 2).fill(MISSING));
  expect(waits.waiting).toBe(0);
});
