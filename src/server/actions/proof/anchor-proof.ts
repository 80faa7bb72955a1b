import { type Anchor, type Proof, treasuryOf } from '#domain/proof/proof';
import { memoOf } from '#proof/files/memo';
import { memoTransaction } from '../../chain/nonce-transactions.ts';
import { type Signed, sign } from '../../chain/sign.ts';
import type { Life } from '../../chain/latest-blockhash.ts';
import type { Parts } from '../../parts.ts';
import { replaceAnchor, unanchoredProofs } from '../../store/proof/proofs.ts';

export type Anchoring = Pick<Parts, 'database' | 'chain' | 'treasuryKey' | 'nonces' | 'alert'>;

/** Days that are looked at again: what could not be anchored in a week is left. */
const DAYS_MAX = 7;

/** The transaction by which the treasury of a day writes its root on the chain; unsigned. */
export const anchorTransaction = (
  proof: Proof,
  { payer, lifetime }: { readonly payer: string; readonly lifetime: string },
): string => memoTransaction(memoOf(proof), { signer: treasuryOf(proof), payer, lifetime });

/** Follows what was sent to its end, and sends what is missing where the treasury's key is here. */
export async function anchorProofs(parts: Anchoring): Promise<void> {
  for (const proof of await unanchoredProofs(parts.database, DAYS_MAX)) {
    const isOpen = proof.anchor ? await followAnchor(parts, proof, proof.anchor) : true;
    if (isOpen && parts.treasuryKey) await sendAnchor(parts, { ...proof, anchor: null });
  }
}

/**
 * Builds, signs and keeps the transaction, then sends it: of two nodes one's is kept and sent. The
 * server's own key pays, which has money for fees: a proof changes nothing of what it tells.
 */
async function sendAnchor(parts: Anchoring, proof: Proof): Promise<void> {
  const { treasuryKey, nonces, chain } = parts;
  // A key of today's treasury does not sign for an earlier one.
  if (treasuryOf(proof) !== chain.till.treasury) return;
  const latest = await chain.latestBlockhash();
  if (latest.kind !== 'fact' || !treasuryKey) return;
  const life = { payer: nonces.authority, lifetime: latest.value.blockhash };
  const signed = await sign(anchorTransaction(proof, life), nonces.key, treasuryKey);
  await keepAndSend(parts, proof, { signed, latest });
}

/** Keeps a signed anchor, sends it, and looks whether it is there already. */
export async function keepAndSend(
  parts: Anchoring,
  proof: Proof,
  { signed, latest }: { signed: Signed; latest: { value: Life; slot: number } },
): Promise<Anchor | null> {
  const made: Anchor = {
    ...signed,
    lastValidBlockHeight: latest.value.lastValidBlockHeight,
    builtSlot: latest.slot,
    slot: null,
    isFinal: false,
  };
  if (!(await replaceAnchor(parts.database, proof, made))) return null;
  await followAnchor(parts, { ...proof, anchor: made }, made);
  return made;
}

/**
 * One step of following an anchor.
 *
 * @returns whether it never landed and never will
 */
async function followAnchor(parts: Anchoring, proof: Proof, anchor: Anchor): Promise<boolean> {
  const { database, chain, alert } = parts;
  const { signature, lastValidBlockHeight, builtSlot } = anchor;
  const followed = { signature, lastValidBlockHeight, slot: builtSlot };
  let progress = await chain.follow(followed);
  if (progress.kind === 'waiting') {
    const sending = await chain.send(anchor.transaction);
    if (sending.kind === 'refused') {
      alert('a proof of liabilities cannot be anchored', { day: proof.day, err: sending.err });
    }
    progress = await chain.follow(followed);
  }
  if (progress.kind === 'landed' && progress.err === null) {
    const isFinal = progress.commitment === 'finalized';
    await replaceAnchor(database, proof, { ...anchor, slot: progress.slot, isFinal });
    return false;
  }
  const isOver =
    progress.kind === 'expired' || (progress.kind === 'landed' && progress.err !== null);
  if (isOver) await replaceAnchor(database, proof, null);
  else if (anchor.slot !== null) await replaceAnchor(database, proof, { ...anchor, slot: null });
  return isOver;
}
