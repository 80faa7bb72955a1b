import { leavesKeptFrom } from '#domain/proof/due-day';
import { MINUTE_MS } from '#domain/base/time';
import { type Anchoring, anchorProofs } from '../actions/proof/anchor-proof.ts';
import { type Proving, makeProofs } from '../actions/proof/make-proof.ts';
import { forgetChunks } from '../store/proof/chunks.ts';
import { readClock } from '../store/terms/protocol-clock.ts';
import type { Job } from './job.ts';
import { tellOnce } from './tell-once.ts';

/** Makes each day's proof of liabilities after midnight, and anchors it on the chain. */
export function keepProofs(parts: Proving & Anchoring): Job {
  const alert = tellOnce(parts.alert);
  return {
    name: 'keep-proofs',
    everyMs: MINUTE_MS,
    where: 'leader',
    async run() {
      await makeProofs(parts);
      await anchorProofs({ ...parts, alert });
      await forgetChunks(parts.database, leavesKeptFrom(await readClock(parts.database)));
    },
  };
}
