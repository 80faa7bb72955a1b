import { type Result, ok, refuse } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import { type Payout, payoutExpiry } from '#domain/sells/payout';
import type { MadePayout } from '#domain/sells/payout-steps';
import type { PayoutOrder } from '#domain/sells/payout-subject';
import { payoutKeys } from '../../chain/payout-keys.ts';
import { sign } from '../../chain/sign.ts';
import type { Parts } from '../../parts.ts';
import { newId } from '../../store/db/ids.ts';

/**
 * Asks the chain for everything that a payout takes, and signs it where the server has a key. Moves
 * nothing. `now` is an instant before the balances are read.
 */
export async function makePayout(
  { chain, treasuryKey }: Pick<Parts, 'chain' | 'treasuryKey'>,
  order: PayoutOrder,
  now: Instant,
): Promise<Result<MadePayout>> {
  const id = newId(now);
  const keys = payoutKeys({ ...order, id });
  const [balances, rent, built] = [
    await chain.balances('finalized'),
    await chain.rentExempt(0),
    await chain.buildTransfer({
      token: order.token,
      to: order.receiver,
      amount: order.amount,
      references: [keys.forSubject, keys.forAttempt],
    }),
  ];
  if (built.kind === 'impossible') {
    return refuse('PAYOUT_IMPOSSIBLE', { reason: 'the receiver’s token account cannot take it' });
  }
  if (balances.kind !== 'fact' || rent.kind !== 'fact' || built.kind !== 'fact') {
    return refuse('CHAIN_UNAVAILABLE');
  }
  const { transaction, lastValidBlockHeight, slot: builtSlot, costs } = built.value;
  const signed = treasuryKey && (await sign(transaction, treasuryKey));
  const payout: Payout = {
    ...order,
    id,
    status: signed ? 'sent' : 'awaiting-signature',
    built: transaction,
    signed: signed?.transaction ?? null,
    signature: signed?.signature ?? null,
    lastValidBlockHeight,
    builtSlot,
    costs,
    createdAt: now,
    expiresAt: payoutExpiry(now),
    settledAt: null,
    err: null,
  };
  return ok({ payout, balances: balances.value, rent: rent.value });
}

/** What the chain says of a blockhash that is over; following it says whether it has landed before. */
const OVER = '"BlockhashNotFound"';

/** Sends the stored bytes; what became of them is found out by following them. */
export async function sendPayout(
  { chain, alert }: Pick<Parts, 'chain' | 'alert'>,
  payout: Payout | null,
): Promise<void> {
  if (payout?.status !== 'sent' || payout.signed === null) return;
  const sending = await chain.send(payout.signed);
  if (sending.kind === 'refused' && sending.err !== null && sending.err !== OVER) {
    alert('a payout is refused by the chain', { payoutId: payout.id, err: sending.err });
  }
}
