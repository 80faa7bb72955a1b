import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionFacts } from '#domain/bonds/deposit';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Parts } from '../../parts.ts';

/** The slot at which the chain last said that it does not know the payment; null where it said nothing. */
export type Unseen = { readonly unseenAtSlot: number | null };
type Seen = TransactionFacts | Unseen;
/** Signatures that are waited for on a node, each once, however often it is posted; and by whom. */
const waiting = new WeakMap<Parts, Map<string, Promise<Seen>>>();
const waiters = new WeakMap<Parts, Map<string, Set<string>>>();
const WAITS_PER_USER = 5;
const RETRY_SECONDS = 20;

/** Waits for a signature together with everybody who posted it; a user can wait for a few at a time. */
export async function waitForPayment(
  parts: Parts,
  userId: string,
  signature: string,
): Promise<Result<Seen>> {
  const shared = waiting.get(parts) ?? new Map<string, Promise<Seen>>();
  const users = waiters.get(parts) ?? new Map<string, Set<string>>();
  waiting.set(parts, shared);
  waiters.set(parts, users);
  const mine = users.get(userId) ?? new Set();
  if (!mine.has(signature) && mine.size >= WAITS_PER_USER) {
    return refuse('RATE_LIMITED', { retryAfterSeconds: RETRY_SECONDS });
  }
  users.set(userId, mine.add(signature));
  const seen =
    shared.get(signature) ??
    waitFor(parts, signature).finally(() => {
      shared.delete(signature);
    });
  shared.set(signature, seen);
  return seen.then(ok).finally(() => {
    mine.delete(signature);
    if (mine.size === 0) users.delete(userId);
  });
}

async function waitFor({ chain, paymentWait }: Parts, signature: string): Promise<Seen> {
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
