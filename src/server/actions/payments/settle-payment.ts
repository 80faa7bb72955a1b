import {
  type Bond,
  type Payment,
  type Quote,
  announceBond,
  confirmBond,
  priceBond,
  quoteCovers,
  supplyLeft,
} from '#domain/bonds/bond';
import { followedBy, unchanged } from '#domain/base/change';
import { type Deposit, listDeposit } from '#domain/bonds/unmatched-deposit';
import type { Refusal } from '#domain/base/errors';
import { formatAmount, min } from '#domain/base/money';
import { type Prices, lmtPriceAt } from '#domain/terms/price';
import { refuse } from '#domain/base/result';
import { creditFee } from '#domain/bonds/fee-payment';
import { MIN_BOND, QUOTE_GRACE_MS, type Settings, settingsAt } from '#domain/terms/terms';
import { type Instant, after } from '#domain/base/time';
import type { Parts } from '../../parts.ts';
import { bondBySignature, bondToDecide, oldestAnnounced } from '../../store/bonds/bonds.ts';
import type { Session } from '../../store/db/database.ts';
import { readHead } from '../../store/terms/head.ts';
import { newId } from '../../store/db/ids.ts';
import { solPriceForPayment } from '../../store/terms/market-prices.ts';
import { feeQuoteNamed } from '../../store/vaults/fee-quotes.ts';
import { findPayment } from '../../store/bonds/payments.ts';
import type { Plan } from '../../store/write/plan.ts';
import { type NamedQuote, consumeQuote, quoteForPayment } from '../../store/bonds/quotes.ts';
import { lockSupply, readSupply } from '../../store/ledger/supply.ts';
import { lockUser } from '../../store/users/users.ts';
import { writeLocked } from '../../store/write/write-plans.ts';

/** A payment that the chain has proven, and the keys that its transaction names. */
export interface ProvenPayment extends Payment {
  readonly sender: string;
  readonly keys: readonly string[];
}

/** What became of a payment. */
export type Settled =
  | { readonly kind: 'bond'; readonly bond: Bond; readonly isNew: boolean }
  | { readonly kind: 'unmatched'; readonly why: Refusal }
  | { readonly kind: 'used' }
  /** No fresh SOL price is known for it yet: it is settled when one is. */
  | { readonly kind: 'unpriced' };

/**
 * Turns a proven payment of a user into a bond, once: the announced one where there is one, else a
 * new one. What is too small, or no longer fits the supply, is listed as an unmatched deposit.
 */
export async function settlePayment(
  { database, rules, isStaticFeed }: Parts,
  payment: ProvenPayment,
  { byWatcher = false }: { readonly byWatcher?: boolean } = {},
): Promise<Settled> {
  const { termsVersion } = await readHead(database);
  const { terms, lmtPrices } = await rules.at(termsVersion);
  return database.transaction(async (session) => {
    await lockSupply(session);
    const version = await lockUser(session, payment.payerUserId);
    const known = await findPayment(session, { ...payment, payer: payment.sender });
    if (known) return alreadyUsed(session, known, payment);
    const { now, sol: latest } = await readHead(session);
    const quote = await quoteForPayment(session, payment.payerUserId, payment.keys, payment);
    if (!quote && (await isFee(session, payment))) {
      await writeFee(session, payment, version, now);
      return { kind: 'used' };
    }
    const sol = await solPriceForPayment(session, payment.blockTime, isStaticFeed);
    if (sol === null && needsSolPrice(payment, quote)) return { kind: 'unpriced' };
    const prices: Prices = {
      lmt: lmtPriceAt(lmtPrices, terms, payment.blockTime),
      sol: sol ?? latest.price,
    };
    const why = await refusalOf(session, payment, quote, prices, settingsAt(terms, now), now);
    if (why) {
      // What may still vanish is no deposit yet: the watcher lists it when it is final.
      if (payment.finalized) {
        await listUnmatched(session, payment, why.code === 'BELOW_MINIMUM', now);
      }
      return { kind: 'unmatched', why };
    }
    const bond = await expectedBond(session, payment, byWatcher);
    const change = confirm(bond, payment, quote, prices, now, byWatcher);
    if (quote) await consumeQuote(session, quote.id, payment.signature);
    await write(session, { ...change, userId: payment.payerUserId, version, now }, payment);
    return { kind: 'bond', bond: change.next, isNew: bond === null };
  });
}

/** Whether a payment names a fee quote of its payer: then it is a staking fee. */
async function isFee(
  session: Session,
  { token, payerUserId, keys }: ProvenPayment,
): Promise<boolean> {
  return token === 'SOL' && (await feeQuoteNamed(session, payerUserId, keys)) !== null;
}

/** A fee payment stands as credit until a stake takes it. */
async function writeFee(
  session: Session,
  payment: ProvenPayment,
  version: bigint,
  now: Instant,
): Promise<void> {
  const { payerUserId: userId, sender: payer } = payment;
  const whose = { paymentId: newId(now), userId, vaultId: null };
  const credited = creditFee(whose, { ...payment, payer });
  await writeLocked(session, { userId, version, now, items: [], ...credited });
}

/** Whether a part of the payment is priced at block time, in SOL. */
function needsSolPrice(payment: Payment, quote: Quote | null): boolean {
  if (payment.token !== 'SOL') return false;
  return !quote || !quoteCovers(quote, payment) || payment.amount > quote.amount;
}

/** The bond that this payment was announced for; one that nobody announced may fill one without signature. */
async function expectedBond(
  session: Session,
  { payerUserId, signature, token, amount }: Payment,
  byWatcher: boolean,
): Promise<Bond | null> {
  const posted = await bondBySignature(session, payerUserId, signature, token);
  if (posted?.status === 'pending' || posted?.status === 'failed') return posted;
  if (!byWatcher) return null;
  return oldestAnnounced(session, payerUserId, token, amount);
}

async function alreadyUsed(
  session: Session,
  known: { readonly purpose: string; readonly subject: string },
  { payerUserId }: Payment,
): Promise<Settled> {
  const found = known.purpose === 'bond' ? await bondToDecide(session, known.subject) : null;
  if (!found || found.bond.userId !== payerUserId) return { kind: 'used' };
  return { kind: 'bond', bond: found.bond, isNew: false };
}

/** Why a payment can be no bond; an open quote's own LMT has been set aside for it. */
async function refusalOf(
  session: Session,
  payment: Payment,
  quote: NamedQuote | null,
  prices: Prices,
  { maxSupply }: Settings,
  now: Instant,
): Promise<Refusal | null> {
  const { token } = payment;
  const lmt = priceBond(payment, quote, prices);
  if (payment.amount < MIN_BOND[token] || lmt === 0n) {
    const minimum = formatAmount(token, MIN_BOND[token]);
    return refuse('BELOW_MINIMUM', { token, minimum }).refusal;
  }
  const isSetAside =
    quote?.isOpen && quoteCovers(quote, payment) && now <= after(quote.expiresAt, QUOTE_GRACE_MS);
  const promised = isSetAside ? min(lmt, quote.lmtAmount) : 0n;
  const left = supplyLeft({ ...(await readSupply(session, now)), maximum: maxSupply });
  if (lmt === promised || lmt - promised <= left) return null;
  return refuse('SUPPLY_EXCEEDED', { available: formatAmount('LMT', left) }).refusal;
}

function confirm(
  bond: Bond | null,
  payment: Payment,
  quote: Quote | null,
  prices: Prices,
  now: Instant,
  byWatcher: boolean,
): ReturnType<typeof confirmBond> {
  const { payerUserId: userId, token, amount, signature } = payment;
  const asked = { id: bond?.id ?? newId(now), userId, token, amount };
  const announced = bond
    ? unchanged(bond)
    : announceBond(asked, signature, prices, now, { byWatcher });
  const lmtAmount = priceBond(payment, quote, prices);
  return followedBy(announced, confirmBond(announced.next, payment, lmtAmount));
}

async function write(
  session: Session,
  change: ReturnType<typeof confirmBond> & Pick<Plan, 'userId' | 'version' | 'now'>,
  payment: ProvenPayment,
): Promise<void> {
  const { next, ...plan } = change;
  const { sender: payer } = payment;
  const used = {
    ...payment,
    payer,
    id: newId(plan.now),
    purpose: 'bond' as const,
    subject: next.id,
  };
  await writeLocked(session, { ...plan, bonds: [next], payments: [used] });
}

/** Lists a payment that belongs to nothing, once, so that the owner can assign or refund it. */
export async function listUnmatched(
  session: Session,
  payment: Pick<Deposit, 'sender' | 'token' | 'amount' | 'signature' | 'blockTime' | 'slot'>,
  small: boolean,
  now: Instant,
): Promise<void> {
  const { sender, token, amount, signature, blockTime, slot } = payment;
  await lockSupply(session); // of two nodes that see it at once, one lists it
  if (await findPayment(session, { signature, payer: sender, token })) return;
  const deposit: Deposit = { id: newId(now), sender, token, amount, signature, blockTime, slot };
  const { journals, items } = listDeposit(deposit);
  await writeLocked(session, {
    userId: null,
    version: 0n,
    now,
    journals,
    items,
    deposits: [{ ...deposit, small, status: 'open' }],
    payments: [
      {
        ...deposit,
        payer: sender ?? '',
        id: newId(now),
        purpose: 'deposit',
        subject: deposit.id,
        finalized: true,
      },
    ],
  });
}
