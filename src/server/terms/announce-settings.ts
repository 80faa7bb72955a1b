import { type Instant, SECOND_MS } from '#domain/base/time';
import type { Parts } from '../kernel/parts.ts';
import { noteChange } from '../kernel/db/note-change.ts';
import type { Job } from '../kernel/jobs/job.ts';

/** Notifies readers after planned settings have come into force, because no write happens at that instant. */
export function announceSettings({ database, rules }: Pick<Parts, 'database' | 'rules'>): Job {
  let seen: Instant | null = null;
  return {
    name: 'announce-settings',
    everyMs: 10 * SECOND_MS,
    where: 'leader',
    run: async () => {
      const { changes, now } = await rules.inForce();
      const isNew = (at: Instant) => at <= now && (seen === null || at > seen);
      const planned = changes.filter(({ madeAt, effectiveAt }) => effectiveAt > madeAt);
      if (planned.some(({ effectiveAt }) => isNew(effectiveAt))) {
        noteChange(database, { topics: ['protocol', 'treasury'] });
      }
      seen = now;
    },
  };
}
