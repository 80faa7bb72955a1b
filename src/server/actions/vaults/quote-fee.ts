import { randomBytes } from 'node:crypto';
import type { FeeQuoteJson } from '#contract/stakes';
import { presentFeeQuote } from '#contract/present/fee-quote';
import { feeAtBondRate, quoteFee as quote, usableCredit } from '#domain/vaults/fee-credit';
import { type Lamports, type Lmt, checkMinimum, parseRequestAmount } from '#domain/base/money';
import { freshSolPrice, lmtPriceAt } from '#domain/terms/price';
import { type Result, ok, refuse } from '#domain/base/result';
import { MIN_STAKE, settingsAt } from '#domain/terms/terms';
import { stakingFee } from '#domain/vaults/vault-stake';
import { getBase58Decoder } from '@solana/kit';
import type { Caller } from '../../guards/session.ts';
import type { Parts } from '../../parts.ts';
import { latestCompletedBond } from '../../store/bonds/bonds.ts';
import { openFeesOf } from '../../store/vaults/fee-payments.ts';
import { type StoredFeeQuote, addFeeQuote, latestFeeQuote } from '../../store/vaults/fee-quotes.ts';
import { type Holder, readHolder } from '../../store/users/holders.ts';
import { newId } from '../../store/db/ids.ts';

const base58 = getBase58Decoder();
const KEY_BYTES = 32;
/** A quote this young is handed out again: who types an amount asks many times. */
const SAME_QUOTE_MINUTES = 1;

/** The staking fee for an amount, held for ten minutes, and what of it is left to pay. */
export async function quoteFee(
  parts: Parts,
  { userId }: Caller,
  { amount: text }: { readonly amount: string },
): Promise<Result<FeeQuoteJson>> {
  const { database, rules, chain, isStaticFeed } = parts;
  const amount = parseRequestAmount('LMT', text);
  if (!amount.ok) return amount;
  const enough = checkMinimum('LMT', amount.value, MIN_STAKE);
  if (!enough.ok) return enough;
  const holder = await readHolder(database, userId);
  if (!holder) return refuse('NOT_FOUND', { what: 'User' });
  const { now, sol, termsVersion } = holder;
  const fresh = freshSolPrice(sol, isStaticFeed, now);
  if (!fresh.ok) return fresh;
  const { terms, lmtPrices } = await rules.at(termsVersion);
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: fresh.value };
  const held = await heldQuote(
    parts,
    holder,
    amount.value,
    stakingFee(amount.value, terms, prices, now),
  );
  const credit = usableCredit(holder.credit, await openFeesOf(database, userId));
  const settings = settingsAt(terms, now);
  const latest = await latestCompletedBond(database, userId);
  const atBondRate = feeAtBondRate(amount.value, settings, latest);
  return ok(presentFeeQuote({ ...held, treasury: chain.till.treasury, credit, atBondRate }));
}

/** The quote that was just handed out for the same, or a new one. */
async function heldQuote(
  { database }: Parts,
  { userId, now }: Holder,
  amount: Lmt,
  fee: Lamports,
): Promise<StoredFeeQuote> {
  const recent = await latestFeeQuote(database, userId, amount, now, SAME_QUOTE_MINUTES);
  if (recent && recent.fee === fee) return recent;
  const reference = base58.decode(randomBytes(KEY_BYTES));
  const made = { ...quote({ id: newId(now), userId, amount }, fee, now), reference };
  await addFeeQuote(database, made);
  return made;
}
