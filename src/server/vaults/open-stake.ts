import type { StakeJson, openStake as endpoint } from '#contract/vaults/vaults';
import { serializeStake } from '#contract/vaults/serialize-vault';
import { parseRequestAmount } from '#domain/base/money';
import { kindOf } from '#domain/base/errors';
import { type Refused, type Result, ok, refuse } from '#domain/base/result';
import { openStake as decide } from '#domain/vaults/open-stake';
import type { Caller } from '../kernel/guards/session.ts';
import type { Answer, Call } from '../kernel/base/route.ts';
import type { Parts } from '../kernel/parts.ts';
import { newId } from '../kernel/db/ids.ts';
import { stakeFacts } from './stake-facts.ts';
import { vaultByFee } from './vault-queries.ts';
import type { Decision } from '../kernel/write/plan.ts';
import { provenFee } from './fee-payment.ts';

/** Locks LMT in a new vault. Its fee is taken from a visible payment and from credit. */
export async function openStake(
  parts: Pick<Parts, 'database' | 'writer' | 'chain' | 'paymentWaits' | 'isStaticFeed'>,
  caller: Caller,
  input: Omit<Call<typeof endpoint>['body'], 'userId'>,
): Promise<Result<Answer<StakeJson>>> {
  const { database, writer, isStaticFeed } = parts;
  const { userId, wallet, now } = caller;
  const amount = parseRequestAmount('LMT', input.amount);
  if (!amount.ok) return amount;
  const { feeTransactionHash: signature = null, autoRestakeEnabled: autoRestake } = input;
  // A repeated request returns its stake, whatever the chain now reports of the fee.
  const known = signature && (await vaultByFee(database, userId, signature));
  const paid = signature === null || known ? ok(null) : await provenFee(parts, caller, signature);
  // Other refusals of the payment go to the decision, because refusals that no payment could avoid come
  // first.
  if (!paid.ok && !isOfPayment(paid)) return paid;
  const noPayment = paid.ok ? null : paid;
  const ids = { vault: newId(now), payment: newId(now) };
  const payment = { signature, paid: paid.ok ? paid.value : null };
  const asked = { amount: amount.value, autoRestake, ...payment, noPayment, isStaticFeed, ids };
  return writer.commit({
    facts: stakeFacts,
    key: { userId, wallet, amount: amount.value, ...payment },
    missing: refuse('NOT_FOUND', { what: 'User' }),
    locksFor: ({ deposits }) =>
      deposits ? { users: [userId], deposits: deposits.map(({ id }) => id) } : null,
    decide: (facts, inForce): Decision<Result<Answer<StakeJson>>> => {
      const { plan, answer } = decide(facts, asked, inForce);
      if (!answer.ok) return { plan, answer };
      const { vault, isNew } = answer.value;
      const body = serializeStake(vault, inForce.terms, facts.now);
      const status = isNew ? 201 : 200;
      const keep = { status, body };
      return { plan: plan && { ...plan, keep }, answer: ok({ status, body }) };
    },
  });
}

/** True if a refusal concerns the payment itself, not the request or an unavailable service. */
const isOfPayment = ({ refusal }: Refused): boolean =>
  ['notNow', 'outOfRange'].includes(kindOf(refusal.code));
