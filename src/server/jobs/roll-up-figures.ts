import { SECOND_MS } from '#domain/base/time';
import type { Parts } from '../parts.ts';
import { isRollUpDue, rollUp } from '../store/ledger/roll-up.ts';
import type { Job } from './job.ts';

/** Folds what was written lately into what is kept: who reads a sum or a count goes over the rest. */
export function rollUpFigures({ database }: Pick<Parts, 'database'>): Job {
  return {
    name: 'roll-up',
    everyMs: 5 * SECOND_MS,
    async run() {
      if (await isRollUpDue(database)) await rollUp(database);
    },
  };
}
