import { leavesKeptFrom } from '#domain/proof/due-day';
import { MINUTE_MS } from '#domain/base/time';
import { type Anchoring, anchorProofs } from './anchor-proof.ts';
import { type Proving, makeProofs } from './make-proof.ts';
import { forgetChunks } from './chunk-queries.ts';
import { readClock } from '../kernel/terms/protocol-clock.ts';
import type { Job } from '../kernel/jobs/job.ts';
import { alertOnce } from '../kernel/jobs/alert-once.ts';

/** Makes each day's proof of liabilities after midnight, and anchors it on the chain. */
export function keepProofs(parts: Proving & Anchoring): Job {
  const alert = alertOnce(parts.alert);
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
