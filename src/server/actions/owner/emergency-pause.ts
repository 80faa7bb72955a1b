import type { Status } from '#contract/protocol';
import { presentPause } from '#contract/present/status';
import { pauseAt, switchPause } from '#domain/terms/pause';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { termsFacts } from '../../store/protocol/facts.ts';
import { type Decision, unwritten } from '../../store/write/commit.ts';
import { readStatus } from '../protocol/read-status.ts';

/** Pauses or resumes all user operations, for every node at once; to what already is, it changes nothing. */
export async function emergencyPause(
  parts: Pick<Parts, 'writer' | 'database' | 'rules' | 'network' | 'version' | 'chain'>,
  { actor, call }: Admin,
  {
    paused,
    reason = null,
  }: { readonly paused: boolean; readonly reason?: string | null | undefined },
): Promise<Status> {
  await parts.writer.commit({
    facts: termsFacts,
    key: null,
    locks: { pauses: true, terms: true },
    decide: ({ now }, { terms: { pauses } }): Decision<null> => {
      const switched = switchPause(pauses, paused, now);
      if (!switched) return unwritten(null);
      const before = { ...presentPause(pauseAt(pauses, now)) };
      const log = { actor, call, reason, before, after: { paused } };
      return { plan: { journals: [], items: [], pauseSwitches: [switched], log }, answer: null };
    },
  });
  return readStatus(parts);
}
