import { SECOND_MS } from '#domain/base/time';
import type { Parts } from '../parts.ts';
import { isRollUpDue, rollUp } from '../store/ledger/roll-up.ts';
import type { Job } from './job.ts';

/**
 * Folds what was written lately into what is kept. Reading a sum or a count goes over the rest, about 10 µs
 * for each journal, and each bond reads one while it holds the supply: so this is done often.
 */
export function rollUpFigures({ database }: Pick<Parts, 'database'>): Job {
  return {
    name: 'roll-up',
    everyMs: SECOND_MS,
    async run() {
      if (await isRollUpDue(database)) await rollUp(database);
    },
  };
}
