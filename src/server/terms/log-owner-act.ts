import type { Writer } from '../kernel/write/commit.ts';
import type { Changes } from '../kernel/write/plan.ts';
import { termsFacts } from './terms-facts.ts';

/** Writes a line of the owner's log for an act that runs afterwards, outside this database. */
export async function logOwnerAct(
  { writer }: { readonly writer: Writer },
  log: NonNullable<Changes['log']>,
): Promise<void> {
  await writer.commit({
    facts: termsFacts,
    key: null,
    locks: {},
    decide: () => ({ plan: { journals: [], items: [], log }, answer: null }),
  });
}
