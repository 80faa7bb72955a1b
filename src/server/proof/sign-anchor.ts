import { serializeAnchor } from '#contract/proof/serialize-proof';
import type { AnchoredJson } from '#contract/proof/proof';
import { type Result, ok, refuse } from '#domain/base/result';
import { treasuryOf } from '#domain/proof/proof';
import { signedMatchesBuilt } from '../kernel/chain/signed-matches-built.ts';
import type { Answer } from '../kernel/base/route.ts';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { logOwnerAct } from '../terms/log-owner-act.ts';
import { type Anchoring, buildAnchor, keepAndSend } from './anchor-proof.ts';
import { publishedProof } from './read-proof.ts';

/**
 * Anchors a day by the treasury's wallet if its key is not on the server: the first call returns the
 * transaction, the second takes it signed.
 */
export async function signAnchor(
  parts: Anchoring & Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  asked: {
    readonly day: string;
    readonly signedTransaction?: string | undefined;
    readonly reason?: string | undefined;
  },
): Promise<Result<Answer<AnchoredJson & { transaction?: string }>>> {
  const found = await publishedProof(parts.database, asked);
  if (!found.ok) return found;
  const proof = found.value;
  if (proof.anchor) return ok({ status: 200, body: serializeAnchor(proof, proof.anchor.memo) });
  const latest = await parts.chain.latestBlockhash();
  if (latest.kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  const lifetime = latest.value.blockhash;
  const { memo, transaction } = await buildAnchor(parts, proof, {
    payer: treasuryOf(proof),
    lifetime,
  });
  const body = serializeAnchor(proof, memo);
  if (asked.signedTransaction === undefined) {
    return ok({ status: 202, body: { ...body, transaction } });
  }
  const match = await signedMatchesBuilt(asked.signedTransaction, transaction);
  if (match.kind === 'other') return refuse('ANCHOR_MISMATCH', { reason: match.reason });
  const { signed } = match;
  // Logged first, so that every anchor on the chain is in the log.
  const { reason = null } = asked;
  const log = { actor, call, reason, before: body, after: { signature: signed.signature } };
  await logOwnerAct(parts, log);
  await keepAndSend(parts, proof, { signed, memo, latest });
  const now = await publishedProof(parts.database, asked);
  return now.ok ? ok({ status: 200, body: serializeAnchor(now.value, memo) }) : now;
}
