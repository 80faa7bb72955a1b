import { type Anchor, type Proof, treasuryOf } from '#domain/proof/proof';
import { memoOf } from '#proof/files/memo';
import { referenceOf } from '#proof/files/reference';
import { memoTransaction } from '../kernel/chain/nonce-transactions.ts';
import { type Signed, sign } from '../kernel/chain/sign.ts';
import type { Life } from '../kernel/chain/latest-blockhash.ts';
import type { Parts } from '../kernel/parts.ts';
import { lastAnchored, replaceAnchor, unanchoredProofs } from './proof-queries.ts';

export type Anchoring = Pick<Parts, 'database' | 'chain' | 'treasuryKey' | 'nonces' | 'alert'>;

/** Newest days without a final anchor that are retried: older ones are given up. */
const DAYS_MAX = 7;

/** An unsigned anchor, and the text that it writes. */
export interface BuiltAnchor {
  readonly memo: string;
  readonly transaction: string;
}

/** Returns the memo of a day that is anchored now: it names the day that the treasury anchored last. */
const memoNow = async (database: Parts['database'], proof: Proof): Promise<string> =>
  memoOf(proof, await lastAnchored(database, treasuryOf(proof)));

/** Builds the transaction by which the treasury of a day writes its root on the chain. */
export async function buildAnchor(
  { database }: Pick<Parts, 'database'>,
  proof: Proof,
  { payer, lifetime }: { readonly payer: string; readonly lifetime: string },
): Promise<BuiltAnchor> {
  const memo = await memoNow(database, proof);
  const signer = treasuryOf(proof);
  const reference = referenceOf(signer);
  if (reference === null) throw new Error(`${signer} is not an address`);
  return { memo, transaction: memoTransaction(memo, { signer, payer, reference, lifetime }) };
}

/**
 * Follows anchors that were sent, then sends the oldest missing one if the treasury's key is here. One anchor
 * is under way at a time, so that each names the one before it.
 */
export async function anchorProofs(parts: Anchoring): Promise<void> {
  const { treasury } = parts.chain.till;
  let isUnderWay = false;
  const missing: Proof[] = [];
  for (const proof of await unanchoredProofs(parts.database, DAYS_MAX)) {
    const state = proof.anchor ? await followAnchor(parts, proof, proof.anchor) : 'missing';
    // A key of today's treasury does not sign for an earlier one.
    if (treasuryOf(proof) !== treasury) continue;
    if (state === 'missing') missing.push({ ...proof, anchor: null });
    isUnderWay ||= state === 'underWay';
  }
  const oldest = missing.toSorted((a, b) => (a.day < b.day ? -1 : 1))[0];
  if (oldest && !isUnderWay) await sendAnchor(parts, oldest);
}

/**
 * Builds, signs and stores the transaction, then sends it. Of two nodes, one's is stored and sent. The server's
 * own key pays, which has money for fees: a proof does not change the balances that it lists.
 */
async function sendAnchor(parts: Anchoring, proof: Proof): Promise<void> {
  const { treasuryKey, nonces, chain } = parts;
  if (!treasuryKey) return;
  const latest = await chain.latestBlockhash();
  if (latest.kind !== 'fact') return;
  const life = { payer: nonces.authority, lifetime: latest.value.blockhash };
  const { memo, transaction } = await buildAnchor(parts, proof, life);
  const signed = await sign(transaction, nonces.key, treasuryKey);
  await keepAndSend(parts, proof, { signed, memo, latest });
}

/** Stores a signed anchor, sends it, and follows it once. */
export async function keepAndSend(
  parts: Anchoring,
  proof: Proof,
  { signed, memo, latest }: { signed: Signed; memo: string; latest: { value: Life; slot: number } },
): Promise<Anchor | null> {
  const made: Anchor = {
    ...signed,
    memo,
    lastValidBlockHeight: latest.value.lastValidBlockHeight,
    builtSlot: latest.slot,
    slot: null,
    isFinal: false,
  };
  if (!(await replaceAnchor(parts.database, proof, made))) return null;
  await followAnchor(parts, { ...proof, anchor: made }, made);
  return made;
}

/** `missing`: the transaction did not land, and never will. */
type AnchorState = 'final' | 'underWay' | 'missing';

/** Follows an anchor by one step: sends it again, or stores where it landed. */
async function followAnchor(parts: Anchoring, proof: Proof, anchor: Anchor): Promise<AnchorState> {
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
    return isFinal ? 'final' : 'underWay';
  }
  const isOver =
    progress.kind === 'expired' || (progress.kind === 'landed' && progress.err !== null);
  if (isOver) await replaceAnchor(database, proof, null);
  else if (anchor.slot !== null) await replaceAnchor(database, proof, { ...anchor, slot: null });
  return isOver ? 'missing' : 'underWay';
}
