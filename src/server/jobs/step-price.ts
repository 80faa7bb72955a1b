import { stepsDue } from '#domain/price';
import { MINUTE_MS } from '#domain/time';
import type { Parts } from '../parts.ts';
import { readHead } from '../store/head.ts';
import { addPriceSteps, lastPriceLocked } from '../store/lmt-prices.ts';
import type { Job } from './job.ts';

/** Writes down each weekly step of the LMT price, once. Prices are right without it; their history is drawn from it. */
export function stepPrice({ database, rules }: Parts): Job {
  return {
    name: 'step-price',
    everyMs: MINUTE_MS,
    async run() {
      const { now, termsVersion } = await readHead(database);
      const { terms } = await rules.at(termsVersion);
      await database.transaction(async (session) => {
        const last = await lastPriceLocked(session);
        const due = last ? stepsDue(last, terms, now) : [];
        if (due.length > 0) await addPriceSteps(session, due);
      });
    },
  };
}
