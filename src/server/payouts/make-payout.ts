import { type Result, ok, refuse } from '#domain/base/result';
import { type Lamports, formatAmount, lamports, sub } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import { type Nonce, type Payout, payoutExpiry, payoutStillOpen } from '#domain/payouts/payout';
import { type FoundPayment, attemptsOf } from '#domain/payouts/payout-attempts';
import { freeNonces, noFreeNonce } from '#domain/payouts/payout-nonces';
import { type MadePayout, type PayoutFacts, rentPriceOf } from '#domain/payouts/payout-steps';
import { checkOtherReceiver } from '#domain/payouts/other-receiver';
import { type PayoutOrder, goesElsewhere } from '#domain/payouts/payout-subject';
import { unlandedAttempts } from '#domain/payouts/priority-fee';
import { chargeRent } from '#domain/payouts/rent-charge';
import { type Fact, fact } from '../kernel/rpc/answer.ts';
import { payoutKeys } from '../kernel/chain/payout-keys.ts';
import { findPayment } from '../kernel/chain/payout-lookup.ts';
import { type Signed, cosign, sign } from '../kernel/chain/sign.ts';
import type { TransferOrder } from '../kernel/chain/transfer-parts.ts';
import type { Parts } from '../kernel/parts.ts';
import { watchedAddresses } from '../payments/watch-cursors.ts';
import { newId } from '../kernel/db/ids.ts';
import { paysOutside } from './is-outside-treasury.ts';

export type MakingParts = Pick<
  Parts,
  'database' | 'chain' | 'treasuryKey' | 'owners' | 'nonces' | 'alert'
>;

type Made = Pick<
  Payout,
  'built' | 'signed' | 'signature' | 'nonce' | 'builtSlot' | 'costs' | 'isOutside'
>;

const UNPROVABLE = 'a provider (surfpool) cannot prove that nothing was paid before';
/**
 * Reason for a refusal. The seller knows the payout's key, and can send transactions that name it for a
 * network fee each.
 */
const TOO_MANY = 'more transactions name its key than can be looked through for an earlier payment';

/**
 * Reads what a payout needs from the chain, and signs its transaction if the server has a key. Sends nothing.
 * A payment that is finalized already becomes the payout. The facts must be read before the balances.
 */
export async function makePayout(
  parts: MakingParts,
  order: PayoutOrder,
  facts: Pick<PayoutFacts, 'subject' | 'payouts' | 'lately' | 'sol' | 'now'>,
): Promise<Result<MadePayout>> {
  const proves = await parts.chain.provesAbsence();
  if (proves.kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  if (!proves.value) return refuse('PAYOUT_IMPOSSIBLE', { reason: UNPROVABLE });
  const id = newId(facts.now);
  const seen = await findPayment(parts.chain, order, {
    commitment: 'confirmed',
    reachedSlot: 0,
    completeSince: null,
    attempts: attemptsOf(order.amount, facts.payouts),
    watched: () => watchedAddresses(parts.database),
  });
  if (seen.kind === 'unknown') {
    return seen.reason === 'too-large'
      ? refuse('PAYOUT_IMPOSSIBLE', { reason: TOO_MANY })
      : refuse('CHAIN_UNAVAILABLE');
  }
  if (seen.kind === 'fact') {
    if (!seen.value.isFinal) return payoutStillOpen(facts.now);
    parts.alert('a payout was found on the chain before it was made: it is not paid again', {
      signature: seen.value.signature,
    });
    return ok({ payout: foundPayout({ ...order, id }, seen, facts.now), against: null });
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

/** Builds a finalized payout from a payment that was found on the chain. */
function foundPayout(
  order: PayoutOrder & Pick<Payout, 'id'>,
  { slot, value: { signature, amount, receiver } }: Fact<FoundPayment>,
  now: Instant,
): Payout {
  const charged = { ...order, amount, receiver, rentCharged: sub(order.amount, amount) };
  const made = { ...UNSIGNED, signature, builtSlot: slot };
  const payout = payoutOf({ id: order.id, order: charged, made, now });
  return { ...payout, status: 'finalized', settledAt: now, landedSlot: slot };
}

/** Refuses an address named by the owner at which the money would be lost. */
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

/** Order as it is sent: its amount is reduced by the rent charged. */
type SentOrder = PayoutOrder & Pick<Payout, 'rentCharged'>;
type NewOrder = SentOrder & Pick<Payout, 'id'> & Pick<TransferOrder, 'accountRent'>;

async function makeUnpaid(
  parts: MakingParts,
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
    const made = { ...UNSIGNED, builtSlot: slot, isOutside: true };
    return ok({ payout: payoutOf({ id, order, made, now: facts.now }), against });
  }
  const nonce = await freeNonce(parts, facts);
  if (!nonce.ok) return nonce;
  const attempt = unlandedAttempts(facts.payouts);
  const made = await build(parts, { ...order, id, accountRent, attempt }, nonce.value);
  return ok({ payout: payoutOf({ id, order, made, now: facts.now }), against });
}

/**
 * Refuses a payment of SOL that would leave its receiver's account below the rent, because the chain refuses
 * it too.
 */
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

/** Fields of a payout for which the server builds no transaction. */
const UNSIGNED = {
  built: '',
  signed: null,
  signature: null,
  nonce: null,
  costs: lamports(0n),
  isOutside: false,
} as const;

/** Picks a nonce that no payout uses. */
async function freeNonce(
  { chain, nonces }: MakingParts,
  { lately, now }: Pick<PayoutFacts, 'lately' | 'now'>,
): Promise<Result<Fact<Nonce>>> {
  const pool = await chain.nonces(nonces, 'finalized');
  if (pool.kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  const free = freeNonces(pool.value, lately);
  // Random, because two nodes that choose at the same time would otherwise choose the same nonce.
  const value = free[Math.floor(Math.random() * free.length)];
  return value ? ok({ ...pool, value }) : noFreeNonce(lately, { ready: pool.value.length, now });
}

/**
 * Builds and signs the transaction: completely if the server has the treasury's key, otherwise only with the
 * nonce authority.
 */
async function build(
  { chain, treasuryKey, nonces: { key, authority } }: MakingParts,
  order: NewOrder & { readonly attempt: number },
  { value: nonce, slot: builtSlot }: Fact<Nonce>,
): Promise<Made> {
  const keys = payoutKeys(order);
  const { transaction, costs } = await chain.buildTransfer({
    token: order.token,
    to: order.receiver,
    amount: order.amount,
    accountRent: order.accountRent,
    references: [keys.forSubject, keys.forAttempt],
    cosigner: treasuryKey ? null : authority,
    nonce: { ...nonce, authority },
    attempt: order.attempt,
  });
  const common = { nonce, builtSlot, costs, isOutside: false };
  if (treasuryKey) {
    return { ...common, ...signedAs(transaction, await sign(transaction, treasuryKey, key)) };
  }
  // The server signs before the owner's wallet, so that no other bytes can land.
  const built = await cosign(transaction, key);
  return { ...common, built, signed: null, signature: null };
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
}

const payoutOf = ({ id, order, made, now }: NewPayout): Payout => ({
  ...order,
  ...made,
  id,
  status: made.signature === null ? 'awaiting-signature' : 'sent',
  createdAt: now,
  expiresAt: payoutExpiry(made, now),
  isWithdrawing: false,
  settledAt: null,
  landedSlot: null,
  err: null,
});
