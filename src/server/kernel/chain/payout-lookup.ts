import type { Attempts, FoundPayment } from '#domain/payouts/payout-attempts';
import { judgePayout } from '#domain/payouts/payout-judge';
import type { PayoutOrder } from '#domain/payouts/payout-subject';
import { prefetch } from '../base/prefetch.ts';
import { type Answer, absent, fact, unknown } from '../rpc/answer.ts';
import type { Chain } from './chain.ts';
import { payoutKeys } from './payout-keys.ts';
import type { ReferenceLookup } from './reference-lookup.ts';

/**
 * Time limit of one lookup. Anybody can name a payout's key thousands of times, which must not delay other
 * payouts.
 */
const LOOKUP_MS = 10_000;

export interface PaymentLookup extends Omit<ReferenceLookup, 'key'> {
  readonly attempts: Attempts;
  /** Reads all addresses that the treasury has or had; called only if a transaction was found. */
  readonly watched: () => Promise<ReadonlySet<string>>;
}

/** Payment that was found, and whether it is finalized. */
export interface PaymentOnChain extends FoundPayment {
  readonly isFinal: boolean;
}

/** Finds the payment of an order on the chain, by any attempt, with the key that every attempt names. */
export async function findPayment(
  chain: Chain,
  order: Pick<PayoutOrder, 'purpose' | 'subject' | 'token' | 'receiver'>,
  { attempts: { known, amounts, receivers }, watched, ...lookup }: PaymentLookup,
): Promise<Answer<PaymentOnChain>> {
  const { forSubject: key } = payoutKeys({ ...order, id: '' });
  const found = await chain.findReferencing({ key, ...lookup });
  if (found.kind !== 'fact') return found;
  const unknownYet = found.value.transactions.filter(
    ({ signature, failed }) => !failed && !known.has(signature),
  );
  const until = performance.now() + LOOKUP_MS;
  const read = ({ signature }: { readonly signature: string }) => chain.cachedFacts(signature);
  for (const [{ signature }, asked] of prefetch(unknownYet, read)) {
    const facts = await asked;
    // The next lookup continues from here, because facts that were read are cached.
    if (performance.now() > until) return unknown('time-out');
    if (facts.kind === 'unknown') return facts;
    // The transaction is listed, so a provider that does not show it lags behind.
    const { commitment } = facts.kind === 'fact' ? facts.value : { commitment: null };
    if (commitment !== 'finalized' && commitment !== lookup.commitment) return unknown('behind');
    if (facts.kind !== 'fact') continue;
    const till = { ...chain.till, earlier: await watched() };
    for (const receiver of new Set([order.receiver, ...receivers])) {
      const judged = judgePayout(facts.value, { ...order, receiver, amounts }, till);
      if (judged.ok) {
        const isFinal = commitment === 'finalized';
        return fact({ signature, amount: judged.value[0], receiver, isFinal }, facts.value.slot);
      }
    }
  }
  return found.value.isComplete ? absent(found.slot) : unknown('unreachable');
}
