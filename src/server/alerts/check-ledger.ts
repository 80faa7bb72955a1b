import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { checkInvariants } from './check-invariants.ts';
import type { Parts } from '../kernel/parts.ts';
import { readInvariantCheck } from '../kernel/ledger/invariant-checks.ts';
import type { Job } from '../kernel/jobs/job.ts';

const EVERY_MS = 5 * MINUTE_MS;
/** Delay after start, so that the check does not slow the start down. */
const FIRST_MS = 30 * SECOND_MS;
/** A check reads the whole ledger, so it takes at most 1/SHARE of a server's time. */
const SHARE = 50;

/**
 * Checks the ledger's invariants every five minutes by the wall clock, on any node. Checks less often if a
 * check takes long.
 */
export function checkLedger(parts: Pick<Parts, 'database' | 'cache' | 'alert'>): Job {
  let notBefore = performance.now() + FIRST_MS;
  return {
    name: 'check-ledger',
    everyMs: MINUTE_MS,
    async run() {
      if (performance.now() < notBefore) return;
      const last = await readInvariantCheck(parts.database);
      const age = last === null ? Number.POSITIVE_INFINITY : Date.now() - last.checkedAt;
      if (Math.abs(age) < Math.max(EVERY_MS, SHARE * (last?.tookMs ?? 0))) return;
      const began = performance.now();
      try {
        await checkInvariants(parts);
      } finally {
        const ended = performance.now();
        notBefore = ended + Math.max(EVERY_MS - MINUTE_MS, SHARE * (ended - began));
      }
    },
  };
}
