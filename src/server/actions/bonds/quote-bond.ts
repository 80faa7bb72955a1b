import { randomBytes } from 'node:crypto';
import type { BondQuote } from '#contract/bonds';
import { presentQuote } from '#contract/present/bond';
import { quoteBond as decide } from '#domain/bonds/bond';
import { type PayToken, parseRequestAmount } from '#domain/base/money';
import { isFresh, lmtPriceAt } from '#domain/terms/price';
import { type Result, ok, refuse } from '#domain/base/result';
import { settingsAt } from '#domain/terms/terms';
import { getBase58Decoder } from '@solana/kit';
import type { Caller } from '../../guards/session.ts';
import type { Parts } from '../../parts.ts';
import { readHead } from '../../store/terms/head.ts';
import { newId } from '../../store/db/ids.ts';
import { addQuote } from '../../store/bonds/quotes.ts';
import { lockSupply, readSupply } from '../../store/ledger/supply.ts';

const base58 = getBase58Decoder();
const KEY_BYTES = 32;

export interface QuoteInput {
  readonly tokenType: PayToken;
  readonly amount: string;
}

/** Locks a price for a payment to come; under one lock, so that no two quotes promise the same LMT. */
export async function quoteBond(
  { database, rules, chain, isStaticFeed }: Parts,
  { userId }: Caller,
  { tokenType: token, amount: text }: QuoteInput,
): Promise<Result<BondQuote>> {
  const amount = parseRequestAmount(token, text);
  if (!amount.ok) return amount;
  const head = await readHead(database);
  const { terms, lmtPrices } = await rules.at(head.termsVersion);
  return database.transaction(async (session) => {
    await lockSupply(session);
    const { now, sol } = await readHead(session);
    if (token === 'SOL' && !isFresh(sol, isStaticFeed, now)) {
      return refuse('PRICE_STALE', { symbol: 'SOL' });
    }
    const supply = await readSupply(session, now, { userId, token });
    const quote = decide(
      { id: newId(now), userId, token, amount: amount.value },
      { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price },
      { ...supply, maximum: settingsAt(terms, now).maxSupply },
      now,
    );
    if (!quote.ok) return quote;
    const reference = base58.decode(randomBytes(KEY_BYTES));
    await addQuote(session, quote.value, reference);
    return ok(presentQuote(quote.value, reference, chain.till));
  });
}
