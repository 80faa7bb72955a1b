import type { ProofJson } from '#contract/proof/proof';
import { type Result, ok, refuse } from '#domain/base/result';
import { ownershipMessage } from '#proof/files/ownership';
import { type ProvenHolding, treasuryOf } from '#domain/proof/proof';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { fromBase58, isSignedBy } from '../users/verify-signature.ts';
import { signProofHoldings } from './proof-queries.ts';
import { logOwnerAct } from '../terms/log-owner-act.ts';
import { publishedProof } from './read-proof.ts';

/**
 * Takes the signatures of the treasury's wallet for the accounts of a day if its key is not on the server.
 * Earlier signatures stay.
 */
export async function signHoldings(
  { database, writer }: Pick<Parts, 'database' | 'writer'>,
  { actor, call }: Admin,
  asked: {
    readonly day: string;
    readonly signatures: readonly { readonly address: string; readonly signature: string }[];
    readonly reason?: string | undefined;
  },
): Promise<Result<Pick<ProofJson, 'day' | 'holdings'>>> {
  const found = await publishedProof(database, asked);
  if (!found.ok) return found;
  const { day, root, holdings } = found.value;
  const treasury = treasuryOf(found.value);
  const signed = new Map<string, NonNullable<ProvenHolding['ownership']>>();
  for (const { address, signature } of asked.signatures) {
    const holding = holdings.find((each) => each.address === address);
    const message = holding && ownershipMessage({ day, root, asset: holding.asset, address });
    const bytes = fromBase58(signature);
    const isOurs = message && bytes && isSignedBy(treasury, bytes, Buffer.from(message));
    if (!isOurs) return refuse('HOLDING_UNSIGNED', { address });
    signed.set(address, { message, signature });
  }
  // Logged first, so that every stored signature is in the log.
  const { reason = null } = asked;
  const log = { actor, call, reason, before: null, after: { signed: [...signed.keys()] } };
  await logOwnerAct({ writer }, log);
  return ok({ day, holdings: await signProofHoldings(database, { day, signed }) });
}
