import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '#domain/base/result';
import type { Seen } from '../../chain/payment-waits.ts';
import type { Parts } from '../../parts.ts';

/** Waits for a signature together with everybody who posted it. */
export function waitForPayment(
  parts: Pick<Parts, 'chain' | 'paymentWait' | 'paymentWaits'>,
  userId: string,
  signature: string,
): Promise<Result<Seen>> {
  return parts.paymentWaits.wait(userId, signature, () => waitFor(parts, signature));
}

async function waitFor(
  { chain, paymentWait }: Pick<Parts, 'chain' | 'paymentWait'>,
  signature: string,
): Promise<Seen> {
  const deadline = performance.now() + paymentWait.forMs;
  let unseenAtSlot: number | null = null;
  for (;;) {
    const facts = await within(deadline - performance.now(), chain.facts(signature));
    if (facts?.kind === 'fact' && facts.value.commitment !== 'processed') return facts.value;
    if (facts?.kind === 'absent') unseenAtSlot = facts.slot;
    if (performance.now() + paymentWait.everyMs > deadline) return { unseenAtSlot };
    await sleep(paymentWait.everyMs);
  }
}

/** What a question comes back with in time; null where it is still open then. */
async function within<T>(ms: number, asked: Promise<T>): Promise<T | null> {
  const done = new AbortController();
  const late = sleep(ms, null, { signal: done.signal }).catch(() => null);
  return Promise.race([asked, late]).finally(() => done.abort());
}
