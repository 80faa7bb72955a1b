import type { Payout } from '#domain/sells/payout';
import { withdrawal } from '../../chain/nonce-transactions.ts';
import type { Parts } from '../../parts.ts';

/** What the chain says of a blockhash or nonce that is over; following it says how it ended. */
const OVER = '"BlockhashNotFound"';

/** Sends the stored bytes; what became of them is found out by following them. */
export async function sendPayout(
  { chain, alert }: Pick<Parts, 'chain' | 'alert'>,
  payout: Payout | null,
): Promise<void> {
  if (payout?.status !== 'sent' || payout.signed === null) return;
  const sending = await chain.send(payout.signed, payout.builtSlot);
  if (sending.kind === 'refused' && sending.err !== null && sending.err !== OVER) {
    alert('a payout is refused by the chain', { payoutId: payout.id, err: sending.err });
  }
}

/** Uses up the nonce of a payout that is to come to nothing. Which of the two lands, the chain decides. */
export async function withdrawPayout(
  { chain, nonces, alert }: Pick<Parts, 'chain' | 'nonces' | 'alert'>,
  { id, nonce }: Payout,
  attempt: number,
): Promise<void> {
  if (nonce === null) return;
  const { transaction } = await withdrawal(nonce, nonces, attempt);
  const sending = await chain.send(transaction);
  if (sending.kind === 'refused' && sending.err !== null && sending.err !== OVER) {
    alert('a payout cannot be withdrawn', { payoutId: id, err: sending.err });
  }
}
