import type { Status } from '#contract/protocol';
import { presentStatus } from '#contract/present/status';
import { pauseAt } from '#domain/terms/pause';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import { lockTerms } from '../../store/terms/head.ts';
import { lockPauses, switchPause } from '../../store/terms/pauses.ts';
import { reviewWindows } from '../../store/vaults/vaults.ts';
import { readStatus } from '../protocol/read-status.ts';

/** Pauses or resumes all user operations, for every node at once; to what already is, it changes nothing. */
export async function emergencyPause(
  parts: Parts,
  { actor, call }: Admin,
  {
    paused,
    reason = null,
  }: { readonly paused: boolean; readonly reason?: string | null | undefined },
): Promise<Status> {
  const { database, network, version } = parts;
  await database.transaction(async (session) => {
    const pauses = await lockPauses(session);
    const now = await lockTerms(session);
    const before = pauseAt(pauses, now);
    if ((before !== null) === paused) return;
    await switchPause(session, paused, now);
    if (!paused) await reviewWindows(session, now);
    await appendLog(session, {
      at: now,
      actor,
      call,
      reason,
      before: { ...presentStatus(before, network, now, version) },
      after: { paused },
    });
  });
  return readStatus(parts);
}
