import { stepsDue } from '#domain/terms/price';
import { MINUTE_MS } from '#domain/base/time';
import type { Parts } from '../parts.ts';
import { readHead } from '../store/terms/head.ts';
import { addPriceSteps, lastPriceLocked } from '../store/terms/lmt-prices.ts';
import { readClock } from '../store/terms/protocol-clock.ts';
import { readTerms } from '../store/terms/terms.ts';
import type { Job } from './job.ts';

/** Writes down each weekly step of the LMT price, once. Prices are right without it; their history is drawn from it. */
export function stepPrice({ database, rules }: Parts): Job {
  return {
    name: 'step-price',
    everyMs: MINUTE_MS,
    async run() {
      const { now, termsVersion } = await readHead(database);
      const { terms, lmtPrices } = await rules.at(termsVersion);
      const known = lmtPrices.at(-1);
      if (!known || stepsDue(known, terms, now).length === 0) return;
      await database.transaction(async (session) => {
        const last = await lastPriceLocked(session);
        // Read under the lock that a change of settings takes too: no step misses one that came before it.
        const due = last ? stepsDue(last, await readTerms(session), await readClock(session)) : [];
        if (due.length > 0) await addPriceSteps(session, due);
      });
    },
  };
}
