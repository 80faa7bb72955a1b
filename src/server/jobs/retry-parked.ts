import { MINUTE_MS } from '#domain/base/time';
import type { Parts } from '../parts.ts';
import { parkedSignatures, unpark } from '../store/bonds/parked.ts';
import type { Job } from './job.ts';
import { recordMovements } from './record-movements.ts';
import { type TakingParts, takeTransaction } from './take-transaction.ts';

type WatchingParts = TakingParts & Pick<Parts, 'alert'>;

const BATCH = 20;

/** Asks again for transactions that the watcher had to put aside, until they can be read. */
export function retryParked(parts: WatchingParts): Job {
  const { database, chain, alert } = parts;
  return {
    name: 'retry-parked',
    everyMs: MINUTE_MS,
    async run() {
      for (const signature of await parkedSignatures(database, BATCH)) {
        try {
          const facts = await chain.facts(signature);
          if (facts.kind !== 'fact' || facts.value.commitment === 'processed') continue;
          if (facts.value.err === null) await takeTransaction(parts, facts.value);
          for (const token of ['SOL', 'USDC'] as const) {
            await recordMovements(parts, token, facts.value);
          }
          await unpark(database, signature);
        } catch (err) {
          alert('a payment could not be dealt with', { signature, err });
        }
      }
    },
  };
}
