import type { Refusal } from '#domain/base/errors';
import { type Result, ok, refuse } from '#domain/base/result';
import { type Payout, dueOf } from '#domain/payouts/payout';
import type { FoundPayment } from '#domain/payouts/payout-attempts';
import {
  type DecidedPayout,
  type PayoutEnd,
  adoptPayout as adopted,
  afterWithdrawal,
  endPayout as ended,
  replacePayout as replaced,
} from '#domain/payouts/payout-steps';
import type { Parts } from '../kernel/parts.ts';
import { type StoredPayouts, payoutFacts, payoutLocks } from './payout-facts.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';
import type { RowLocks } from '../kernel/write/row-locks.ts';
import { makePayout } from './make-payout.ts';
import { sendPayout } from './send-payout.ts';

type FollowingParts = Pick<
  Parts,
  'database' | 'writer' | 'chain' | 'treasuryKey' | 'owners' | 'nonces' | 'alert'
>;

/** Ends a payout and its subject, once. */
export async function endPayout(
  parts: FollowingParts,
  seen: Payout,
  end: PayoutEnd,
): Promise<void> {
  await settle(parts, { seen }, (facts) => ok(ended(facts, seen, end)));
}

/** Continues a payout with a payment that was found under another signature. */
export async function adoptPayout(
  parts: FollowingParts,
  seen: Payout,
  found: FoundPayment,
): Promise<void> {
  await settle(parts, { seen }, (facts) => adopted(facts, seen, found));
}

/** Ends a payout that is void because its nonce was advanced, or replaces it by a new one for the same subject. */
export async function closePayout(parts: FollowingParts, seen: Payout): Promise<void> {
  const key = { id: seen.subject, isMaking: true };
  const [facts] = await payoutFacts[seen.purpose].read(parts.database, [key]);
  if (!facts) throw new Error(`no ${seen.purpose} ${seen.subject}`);
  switch (afterWithdrawal(facts, seen, parts.treasuryKey !== null)) {
    case 'end':
      return endPayout(parts, seen, { status: 'withdrawn' });
    case 'give up':
      return endPayout(parts, seen, { status: 'failed', err: 'it never landed' });
    case 'replace':
      return replace(parts, seen, facts);
  }
}

/** True if the next run of the job may succeed after this refusal. */
const isTemporary = ({ code }: Refusal): boolean =>
  code === 'CHAIN_UNAVAILABLE' || code === 'NO_FREE_NONCE' || code === 'PAYOUT_OPEN';

async function replace(parts: FollowingParts, seen: Payout, facts: StoredPayouts): Promise<void> {
  const { purpose, subject, userId, token, receiver } = seen;
  const order = { purpose, subject, userId, token, amount: dueOf(seen), receiver };
  // The nonce account of the replaced payout is free, because its nonce was advanced.
  const lately = facts.lately.filter(({ id }) => id !== seen.id);
  const made = await makePayout(parts, order, { ...facts, lately });
  if (!made.ok) {
    if (isTemporary(made.refusal)) return;
    return endPayout(parts, seen, { status: 'failed', err: made.refusal.code });
  }
  const { against, payout: next } = made.value;
  const { signature } = next;
  if (against === null && signature !== null) {
    return adoptPayout(parts, seen, { ...next, signature });
  }
  const decide = (facts: StoredPayouts) => ok(replaced(facts, seen, made.value));
  const payout = await settle(parts, { seen, isMaking: true }, decide);
  await sendPayout(parts, payout);
}

/**
 * Decides and writes a step of a payout that was seen on the chain. Returns the payout as written, or null if
 * the seen payout has changed meanwhile.
 */
async function settle(
  { writer, alert }: FollowingParts,
  { seen, isMaking = false }: { readonly seen: Payout; readonly isMaking?: boolean },
  decide: (facts: StoredPayouts) => Result<DecidedPayout>,
): Promise<Payout | null> {
  const locks: RowLocks = {
    ...payoutLocks(seen),
    treasury: isMaking,
    payouts: [seen.id],
  };
  const settled = await writer.commit({
    facts: payoutFacts[seen.purpose],
    key: { id: seen.subject, isMaking },
    locks,
    missing: refuse('NOT_FOUND', { what: seen.purpose }),
    decide: (facts): Decision<Result<Payout | null>> => {
      const decided = decide(facts);
      if (!decided.ok) return unwritten(decided);
      const { payout, changes } = decided.value;
      return changes ? { plan: changes, answer: ok(payout) } : unwritten(ok(null));
    },
  });
  if (!settled.ok) throw new Error(`payout ${seen.id}: ${settled.refusal.code}`);
  const { value: payout } = settled;
  if (payout?.status === 'failed') {
    alert('a payout failed', { payoutId: payout.id, err: payout.err });
  }
  return payout;
}
