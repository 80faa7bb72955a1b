import { MINUTE_MS } from '#domain/base/time';
import type { Parts } from '../parts.ts';
import { makeLedgerMonths } from '../store/db/months.ts';
import { readClock } from '../store/terms/protocol-clock.ts';
import type { Job } from './job.ts';

/** Makes the ledger's coming partitions. */
export function keepLedger({ database }: Pick<Parts, 'database'>): Job {
  return {
    name: 'keep-ledger',
    everyMs: MINUTE_MS,
    async run() {
      await makeLedgerMonths(database, await readClock(database));
    },
  };
}
