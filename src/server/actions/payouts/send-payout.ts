import type { Payout } from '#domain/sells/payout';
import type { Sending } from '../../chain/send.ts';
import { withdrawal } from '../../chain/nonce-transactions.ts';
import type { Parts } from '../../parts.ts';

/** What the chain says of a blockhash or nonce that is over; following it says how it ended. */
const OVER = '"BlockhashNotFound"';

/** Why the chain refused what was sent, where that says anything; null otherwise. */
const refusalIn = (sending: Sending): string | null =>
  sending.kind === 'refused' && sending.err !== OVER ? sending.err : null;

/** Sends the stored bytes; what became of them is found out by following them. */
export async function sendPayout(
  { chain, alert }: Pick<Parts, 'chain' | 'alert'>,
  payout: Payout | null,
): Promise<void> {
  if (payout?.status !== 'sent' || payout.signed === null) return;
  const err = refusalIn(await chain.send(payout.signed, payout.builtSlot));
  if (err !== null) alert('a payout is refused by the chain', { payoutId: payout.id, err });
}

/** Uses up the nonce of a payout that is to come to nothing. Which of the two lands, the chain decides. */
export async function withdrawPayout(
  { chain, nonces, alert }: Pick<Parts, 'chain' | 'nonces' | 'alert'>,
  { id, nonce }: Payout,
  attempt: number,
): Promise<void> {
  if (nonce === null) return;
  const { transaction } = await withdrawal(nonce, nonces, attempt);
  const err = refusalIn(await chain.send(transaction));
  if (err !== null) alert('a payout cannot be withdrawn', { payoutId: id, err });
}
