import { presentAnchor } from '#contract/present/proof';
import type { AnchoredJson } from '#contract/proof';
import { type Result, ok, refuse } from '#domain/base/result';
import { treasuryOf } from '#domain/proof/proof';
import { matchesBuilt } from '../../chain/matches-built.ts';
import type { Answer } from '../../base/route.ts';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { logAct } from '../../store/protocol/log-act.ts';
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
  if (proof.anchor) return ok({ status: 200, body: presentAnchor(proof, proof.anchor.memo) });
  const latest = await parts.chain.latestBlockhash();
  if (latest.kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  const lifetime = latest.value.blockhash;
  const { memo, transaction } = await buildAnchor(parts, proof, {
    payer: treasuryOf(proof),
    lifetime,
  });
  const body = presentAnchor(proof, memo);
  if (asked.signedTransaction === undefined) {
    return ok({ status: 202, body: { ...body, transaction } });
  }
  const match = await matchesBuilt(asked.signedTransaction, transaction);
  if (match.kind === 'other') return refuse('ANCHOR_MISMATCH', { reason: match.reason });
  const { signed } = match;
  // Logged first, so that every anchor on the chain is in the log.
  const { reason = null } = asked;
  const log = { actor, call, reason, before: body, after: { signature: signed.signature } };
  await logAct(parts, log);
  await keepAndSend(parts, proof, { signed, memo, latest });
  const now = await publishedProof(parts.database, asked);
  return now.ok ? ok({ status: 200, body: presentAnchor(now.value, memo) }) : now;
}
