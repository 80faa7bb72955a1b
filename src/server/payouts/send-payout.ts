import type { Nonce, Payout } from '#domain/payouts/payout';
import type { Sending } from '../kernel/chain/send.ts';
import { nonceAdvance } from '../kernel/chain/nonce-transactions.ts';
import type { Parts } from '../kernel/parts.ts';

/** Error of the chain for an advanced nonce. Following the payout finds out how it ended. */
const MOVED_ON = '"BlockhashNotFound"';

/**
 * Returns the error with which the chain refused a transaction; null if it was accepted, or if only its nonce
 * was advanced.
 */
const refusalIn = (sending: Sending): string | null =>
  sending.kind === 'refused' && sending.err !== MOVED_ON ? sending.err : null;

/** Sends the stored bytes. Following the payout finds out the outcome. */
export async function sendPayout(
  { chain, alert }: Pick<Parts, 'chain' | 'alert'>,
  payout: Payout | null,
): Promise<void> {
  if (payout?.status !== 'sent' || payout.signed === null) return;
  const err = refusalIn(await chain.send(payout.signed, payout.builtSlot));
  if (err !== null) alert('a payout is refused by the chain', { payoutId: payout.id, err });
}

/** Advances the nonce of a payout that is to be withdrawn, so that either the payout or the advance lands. */
export async function withdrawPayout(
  { chain, nonces, alert }: Pick<Parts, 'chain' | 'nonces' | 'alert'>,
  { id, nonce }: Pick<Payout, 'id'> & { readonly nonce: Nonce },
  attempt: number,
): Promise<void> {
  const { transaction } = await nonceAdvance(nonce, nonces, attempt);
  const err = refusalIn(await chain.send(transaction));
  if (err !== null) alert('a payout cannot be withdrawn', { payoutId: id, err });
}
