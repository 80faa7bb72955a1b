import { randomBytes } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import type { BondQuote, quoteBond as endpoint } from '#contract/bonds/bonds';
import { serializeQuote } from '#contract/bonds/serialize-bond';
import { parseRequestAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { decideQuote } from '#domain/bonds/quote';
import type { Caller } from '../kernel/guards/session.ts';
import type { Call } from '../kernel/base/route.ts';
import type { Parts } from '../kernel/parts.ts';
import { usdcAccount } from '../payments/treasury-usdc-account.ts';
import { quoteFacts } from './quote-facts.ts';
import { newId } from '../kernel/db/ids.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';

const base58 = getBase58Decoder();
const KEY_BYTES = 32;

/** Fixes a price for a later payment. */
export async function quoteBond(
  parts: Pick<Parts, 'writer' | 'chain' | 'cache' | 'isStaticFeed'>,
  { userId }: Pick<Caller, 'userId'>,
  { tokenType: token, amount: text }: Call<typeof endpoint>['body'],
): Promise<Result<BondQuote>> {
  const amount = parseRequestAmount(token, text);
  if (!amount.ok) return amount;
  const { writer, chain, isStaticFeed } = parts;
  // If the treasury has no USDC account, the first payer creates it.
  const account = token === 'SOL' ? 'open' : await usdcAccount(parts);
  const canArrive = account === null || account === 'open' || account === 'missing';
  const reference = base58.decode(randomBytes(KEY_BYTES));
  const asked = { userId, token, amount: amount.value, reference, isStaticFeed, canArrive };
  return writer.commit({
    facts: quoteFacts,
    key: userId,
    missing: refuse('NOT_FOUND', { what: 'User' }),
    decide(facts, inForce): Decision<Result<BondQuote>> {
      const quoted = decideQuote(facts, { ...asked, id: newId(facts.now) }, inForce);
      if (!quoted.ok) return unwritten(quoted);
      const { quote, quotes } = quoted.value;
      const answer = ok(
        serializeQuote(quote, {
          reference,
          till: chain.till,
          isAccountMissing: account === 'missing',
        }),
      );
      return { plan: { journals: [], items: [], quotes }, answer };
    },
  });
}
