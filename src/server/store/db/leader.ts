import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '#domain/base/time';
import { type Database, statement } from './database.ts';

/** How long after its last sign of life another node takes a leader's place. */
const HELD_MS = 10 * SECOND_MS;
/** How often a leader renews its place, and the others ask for it. */
const ASKED_MS = 3 * SECOND_MS;

const TAKE = statement(
  'lease-take',
  `insert into leases (name, holder, held_until)
   values ($1, $2, clock_timestamp() + make_interval(secs => $3::float8 / 1000))
   on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
     where leases.holder = excluded.holder or leases.held_until < clock_timestamp()
   returning name`,
);
const LEAVE = statement('lease-leave', 'delete from leases where holder = $1');

/** Whether this node is the one that does what one node does for all. */
export interface Leader {
  readonly leads: () => Promise<boolean>;
  /** Makes way at once: the node shuts down. */
  readonly leave: () => Promise<void>;
}

/** A node whose database no other node can open. */
export const ALONE: Leader = { leads: async () => true, leave: async () => {} };

/**
 * Of all nodes on a database one leads. Two may believe it for a moment, after one was held up: work of
 * the leader's is done once all the same, only not asked for twice.
 */
export function leaderAmong(database: Database, name: string, heldMs = HELD_MS): Leader {
  const holder = randomUUID();
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | null = null;
  const ask = async (): Promise<boolean> =>
    (await database.query(TAKE, [name, holder, heldMs])).length > 0;
  return {
    leads: () => {
      const at = performance.now();
      if (!asked || at - asked.at >= ASKED_MS) asked = { at, answer: ask() };
      return asked.answer;
    },
    leave: async () => {
      await database.query(LEAVE, [holder]);
    },
  };
}
