import type { Status } from '#contract/terms/protocol';
import { serializePause } from '#contract/terms/serialize-status';
import { pauseAt, switchPause } from '#domain/terms/pause';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { termsFacts } from './terms-facts.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';
import { statusOf } from './read-status.ts';

/** Pauses or resumes all user operations, on every node. Does nothing if that is already the state. */
export function emergencyPause(
  parts: Pick<Parts, 'writer' | 'network' | 'version' | 'chain'>,
  { actor, call }: Admin,
  {
    paused,
    reason = null,
  }: { readonly paused: boolean; readonly reason?: string | null | undefined },
): Promise<Status> {
  return parts.writer.commit({
    facts: termsFacts,
    key: null,
    locks: { pauses: true, terms: true },
    decide: ({ now }, { terms: { pauses } }): Decision<Status> => {
      const switched = switchPause(pauses, paused, now);
      if (!switched) return unwritten(statusOf(parts, pauseAt(pauses, now), now));
      const before = { ...serializePause(pauseAt(pauses, now)) };
      const log = { actor, call, reason, before, after: { paused } };
      const body = statusOf(parts, paused ? { from: switched.at, to: null } : null, now);
      const keep = { status: 200, body };
      const plan = { journals: [], items: [], pauseSwitches: [switched], log, keep };
      return { plan, answer: body };
    },
  });
}
