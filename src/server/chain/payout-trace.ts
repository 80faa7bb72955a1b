import type { Attempts, FoundPayment } from '#domain/sells/payout-attempts';
import { judgePayout } from '#domain/sells/payout-judge';
import type { PayoutOrder } from '#domain/sells/payout-subject';
import { askedAhead } from '../base/asked-ahead.ts';
import { type Answer, absent, fact, unknown } from './answer.ts';
import type { Chain } from './chain.ts';
import type { NamingOptions } from './naming.ts';
import { payoutKeys } from './payout-keys.ts';

/** Anybody can name a payout's key, thousands of times: other payouts are not to wait for all of that. */
const LOOK_MS = 10_000;

/** Where a payment is looked for, and whose word is taken that there is none. */
export interface Look extends Omit<NamingOptions, 'key'> {
  readonly attempts: Attempts;
  /** Every address that the treasury has or had, as far as it was watched; asked for where something was found. */
  readonly watched: () => Promise<ReadonlySet<string>>;
}

/**
 * The payment that stands on the chain for what an order pays, whichever attempt it is of and whomever
 * that paid: found by the key that every attempt names.
 */
export async function paymentOf(
  chain: Chain,
  order: Pick<PayoutOrder, 'purpose' | 'subject' | 'token' | 'receiver'>,
  { attempts: { known, amounts, receivers }, watched, ...look }: Look,
): Promise<Answer<FoundPayment>> {
  const { forSubject: key } = payoutKeys({ ...order, id: '' });
  const named = await chain.naming({ key, ...look });
  if (named.kind !== 'fact') return named;
  const unknownYet = named.value.transactions.filter(
    ({ signature, failed }) => !failed && !known.has(signature),
  );
  const until = performance.now() + LOOK_MS;
  const read = ({ signature }: { readonly signature: string }) => chain.keptFacts(signature);
  for (const [{ signature }, asked] of askedAhead(unknownYet, read)) {
    const facts = await asked;
    // What was read is kept: the next look goes on from here.
    if (performance.now() > until) return unknown('time-out');
    if (facts.kind === 'unknown') return facts;
    // It is listed: a provider that does not show it lags behind.
    const { commitment } = facts.kind === 'fact' ? facts.value : { commitment: null };
    if (commitment !== 'finalized' && commitment !== look.commitment) return unknown('behind');
    if (facts.kind !== 'fact') continue;
    const till = { ...chain.till, earlier: await watched() };
    for (const receiver of new Set([order.receiver, ...receivers])) {
      const judged = judgePayout(facts.value, { ...order, receiver, amounts }, till);
      if (judged.ok) return fact({ signature, amount: judged.value[0], receiver }, facts.slot);
    }
  }
  return named.value.isComplete ? absent(named.slot) : unknown('unreachable');
}
