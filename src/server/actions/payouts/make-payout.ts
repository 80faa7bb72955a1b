import { type Result, ok, refuse } from '#domain/base/result';
import { type Lamports, formatAmount, lamports, sub } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import { type Nonce, type Payout, needsBlockhash, payoutExpiry } from '#domain/sells/payout';
import { attemptsOf } from '#domain/sells/payout-attempts';
import {
  type MadePayout,
  type PayoutFacts,
  heldNonces,
  rentPriceOf,
} from '#domain/sells/payout-steps';
import { checkOtherReceiver } from '#domain/sells/other-receiver';
import { type PayoutOrder, goesElsewhere } from '#domain/sells/payout-subject';
import { vainAttempts } from '#domain/sells/priority-fee';
import { chargeRent } from '#domain/sells/rent-charge';
import { type Fact, type Unknown, fact } from '../../chain/answer.ts';
import { payoutKeys } from '../../chain/payout-keys.ts';
import { paymentOf } from '../../chain/payout-trace.ts';
import { type Signed, cosign, sign } from '../../chain/sign.ts';
import type { TransferOrder } from '../../chain/transfer-parts.ts';
import type { Parts } from '../../parts.ts';
import { watchedAddresses } from '../../store/bonds/watch-cursors.ts';
import { newId } from '../../store/db/ids.ts';
import { paysOutside } from './pays-outside.ts';

export type Making = Pick<
  Parts,
  'database' | 'chain' | 'treasuryKey' | 'owners' | 'nonces' | 'alert'
>;

/** What a payout is made of besides its order. */
type Made = Pick<
  Payout,
  | 'built'
  | 'signed'
  | 'signature'
  | 'nonce'
  | 'lastValidBlockHeight'
  | 'builtSlot'
  | 'costs'
  | 'isOutside'
>;

const UNPROVABLE = 'a provider (surfpool) cannot prove that nothing was paid before';
/** The seller knows the key of the payout, and can have a transaction name it for a network fee. */
const TOO_MANY = 'more transactions name its key than can be looked through for an earlier payment';

/**
 * Asks the chain for everything that a payout takes, and signs it where the server has a key. Moves
 * nothing. A payment that stands on the chain already is the payout. The facts are older than the
 * balances, and other payouts are not.
 */
export async function makePayout(
  parts: Making,
  order: PayoutOrder,
  facts: Pick<PayoutFacts, 'subject' | 'payouts' | 'lately' | 'sol' | 'now'>,
): Promise<Result<MadePayout>> {
  const proves = await parts.chain.provesAbsence();
  if (proves.kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  if (!proves.value) return refuse('PAYOUT_IMPOSSIBLE', { reason: UNPROVABLE });
  const id = newId(facts.now);
  const seen = await paymentOf(parts.chain, order, {
    commitment: 'confirmed',
    sinceSlot: null,
    untilSlot: 0,
    votes: 'answering',
    attempts: attemptsOf(order.amount, facts.payouts),
    watched: () => watchedAddresses(parts.database),
  });
  if (seen.kind === 'unknown') {
    return seen.reason === 'too-large'
      ? refuse('PAYOUT_IMPOSSIBLE', { reason: TOO_MANY })
      : refuse('CHAIN_UNAVAILABLE');
  }
  if (seen.kind === 'fact') {
    const {
      slot,
      value: { signature, amount, receiver },
    } = seen;
    parts.alert('a payout was found on the chain before it was made: it is not paid again', {
      signature,
    });
    const found = { built: '', signed: null, signature, nonce: null, lastValidBlockHeight: 0 };
    const made = { ...found, builtSlot: slot, costs: lamports(0n), isOutside: false };
    const charged = { ...order, amount, receiver, rentCharged: sub(order.amount, amount) };
    return ok({ payout: payoutOf({ id, order: charged, made, now: facts.now }), against: null });
  }
  const other = await takesPayment(parts, order, facts);
  if (!other.ok) return other;
  const accountRent =
    order.token === 'SOL' ? fact(null, 0) : await parts.chain.accountRent(order.receiver);
  if (accountRent.kind === 'impossible') {
    return refuse('PAYOUT_IMPOSSIBLE', { reason: 'the receiver’s token account cannot take it' });
  }
  if (accountRent.kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  const sent = chargeRent(order, accountRent.value, rentPriceOf(facts));
  if (!sent.ok) return sent;
  return makeUnpaid(parts, { ...order, ...sent.value, id, accountRent: accountRent.value }, facts);
}

/** Refuses to pay an address that the owner has named where the money would be lost. */
async function takesPayment(
  { chain }: Pick<Parts, 'chain'>,
  { receiver }: PayoutOrder,
  { subject }: Pick<PayoutFacts, 'subject'>,
): Promise<Result<null>> {
  if (!goesElsewhere(subject, receiver)) return ok(null);
  const account = await chain.account(receiver);
  return account.kind === 'fact'
    ? checkOtherReceiver(account.value, chain.till)
    : refuse('CHAIN_UNAVAILABLE');
}

/** An order as it is sent: its amount is less by the rent that is charged. */
type SentOrder = PayoutOrder & Pick<Payout, 'rentCharged'>;
type NewOrder = SentOrder & Pick<Payout, 'id'> & Pick<TransferOrder, 'accountRent'>;

async function makeUnpaid(
  parts: Making,
  { id, accountRent, ...order }: NewOrder,
  facts: Pick<PayoutFacts, 'payouts' | 'lately' | 'now'>,
): Promise<Result<MadePayout>> {
  const [balances, rent] = [
    await parts.chain.balances('finalized'),
    await parts.chain.rentExempt(0),
  ];
  if (balances.kind !== 'fact' || rent.kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  const lasting = await leavesRent(parts, order, rent.value);
  if (!lasting.ok) return lasting;
  const { slot } = balances;
  const against = { read: { ...balances.value, slot, at: facts.now }, rent: rent.value };
  if (paysOutside(parts)) {
    const made = { ...UNSIGNED, builtSlot: slot };
    return ok({ payout: payoutOf({ id, order, made, now: facts.now }), against });
  }
  const nonce = await freeNonce(parts, facts);
  if (nonce.kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  const attempt = vainAttempts(facts.payouts);
  const made = await build(parts, { ...order, id, accountRent, attempt }, nonce);
  if (!made.ok) return made;
  // What lives by a blockhash is told to be over by how long slots are.
  const slotMs = nonce.value === null ? await parts.chain.slotMs() : undefined;
  const payout = payoutOf({ id, order, made: made.value, now: facts.now, slotMs });
  return ok({ payout, against });
}

/** Refuses a payment of SOL that would leave its receiver's account below the rent: the chain would too. */
async function leavesRent(
  { chain }: Pick<Parts, 'chain'>,
  { token, amount, receiver }: PayoutOrder,
  rent: Lamports,
): Promise<Result<null>> {
  if (token !== 'SOL' || amount >= rent) return ok(null);
  const held = await chain.lamports(receiver, 'confirmed');
  if (held.kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  if (held.value + amount >= rent) return ok(null);
  const least = formatAmount('SOL', rent);
  const reason = `the receiver’s account would hold less than its rent of ${least} SOL`;
  return refuse('PAYOUT_IMPOSSIBLE', { reason });
}

/** What is stored of a payout that is made outside. */
const UNSIGNED = {
  built: '',
  signed: null,
  signature: null,
  nonce: null,
  lastValidBlockHeight: 0,
  costs: lamports(0n),
  isOutside: true,
} as const;

/** A nonce that no payout holds; null where there is none, or where the wallet can do without only. */
async function freeNonce(
  { chain, nonces }: Making,
  facts: Pick<PayoutFacts, 'payouts' | 'lately'>,
): Promise<Fact<Nonce | null> | Unknown> {
  const there = await chain.nonces(nonces, 'finalized');
  if (there.kind !== 'fact') return there;
  const held = heldNonces(facts);
  const free = there.value.filter(({ account }) => !held.has(account));
  // Not always the first: of two nodes that look at once, one would have to look again.
  const value = free[Math.floor(Math.random() * free.length)] ?? null;
  return { ...there, value: needsBlockhash(facts.payouts) ? null : value };
}

/** Builds and signs the transaction: all of it with the treasury's key, else the server's own part. */
async function build(
  { chain, treasuryKey, nonces: { key, authority } }: Making,
  order: NewOrder & { readonly attempt: number },
  { value: nonce, slot }: Fact<Nonce | null>,
): Promise<Result<Made>> {
  const keys = payoutKeys(order);
  const built = await chain.buildTransfer({
    token: order.token,
    to: order.receiver,
    amount: order.amount,
    accountRent: order.accountRent,
    references: [keys.forSubject, keys.forAttempt],
    cosigner: treasuryKey ? null : authority,
    nonce: nonce && { ...nonce, authority, slot },
    attempt: order.attempt,
  });
  if (built.kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  const { transaction, lastValidBlockHeight, slot: builtSlot, costs } = built.value;
  const common = { nonce, lastValidBlockHeight, builtSlot, costs, isOutside: false };
  if (treasuryKey) {
    const signed = await sign(transaction, treasuryKey, ...(nonce ? [key] : []));
    return ok({ ...common, ...signedAs(transaction, signed) });
  }
  // With a nonce the server signs first, so that nothing but these bytes can land. A wallet that has to
  // alter them gets a blockhash, and the server's signature when they are back.
  const handedOut = nonce ? await cosign(transaction, key) : transaction;
  return ok({ ...common, built: handedOut, signed: null, signature: null });
}

const signedAs = (built: string, { transaction, signature }: Signed) => ({
  built,
  signed: transaction,
  signature,
});

interface NewPayout {
  readonly id: string;
  readonly order: SentOrder;
  readonly made: Made & { readonly costs: Lamports };
  readonly now: Instant;
  readonly slotMs?: number | undefined;
}

const payoutOf = ({ id, order, made, now, slotMs }: NewPayout): Payout => ({
  ...order,
  ...made,
  id,
  status: made.signature === null ? 'awaiting-signature' : 'sent',
  createdAt: now,
  expiresAt: payoutExpiry(made, now, slotMs),
  withdrawing: null,
  settledAt: null,
  landedSlot: null,
  err: null,
});
