import { randomBytes } from 'node:crypto';
import type { FeeQuoteJson } from '#contract/vaults/vaults';
import { serializeFeeQuote } from '#contract/vaults/serialize-fee-quote';
import { parseRequestAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { decideFeeQuote } from '#domain/vaults/fee-quote';
import { getBase58Decoder } from '@solana/kit';
import type { Caller } from '../kernel/guards/session.ts';
import type { Parts } from '../kernel/parts.ts';
import { newId } from '../kernel/db/ids.ts';
import { feeQuoteFacts } from './fee-quote-facts.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';

const base58 = getBase58Decoder();
const KEY_BYTES = 32;

/** Quotes the staking fee for an amount, fixed for ten minutes, and the part left to pay. */
export async function quoteFee(
  { writer, chain, isStaticFeed }: Pick<Parts, 'writer' | 'chain' | 'isStaticFeed'>,
  { userId, now }: Caller,
  input: { readonly amount: string },
): Promise<Result<FeeQuoteJson>> {
  const amount = parseRequestAmount('LMT', input.amount);
  if (!amount.ok) return amount;
  const reference = base58.decode(randomBytes(KEY_BYTES));
  const asked = { id: newId(now), userId, amount: amount.value, reference, isStaticFeed };
  return writer.commit({
    facts: feeQuoteFacts,
    key: asked,
    missing: refuse('NOT_FOUND', { what: 'User' }),
    decide: (facts, inForce): Decision<Result<FeeQuoteJson>> => {
      const quoted = decideFeeQuote(facts, asked, inForce);
      if (!quoted.ok) return unwritten(quoted);
      const { quote, isNew } = quoted.value;
      const answer = ok(serializeFeeQuote({ ...quoted.value, treasury: chain.till.treasury }));
      const plan = { noUser: true, journals: [], items: [], feeQuotes: [quote] } as const;
      return isNew ? { plan, answer } : unwritten(answer);
    },
  });
}
