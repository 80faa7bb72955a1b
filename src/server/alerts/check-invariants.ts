import { instant } from '#domain/base/time';
import type { Parts } from '../kernel/parts.ts';
import { longRead } from '../kernel/db/transactions.ts';
import { type InvariantCheck, storeInvariantCheck } from '../kernel/ledger/invariant-checks.ts';
import { violations } from '../kernel/ledger/invariants.ts';

type CheckingParts = Pick<Parts, 'database' | 'cache' | 'alert'>;

/** Checks the invariants of the ledger and stores the result. Concurrent calls share one check. */
export function checkInvariants(parts: CheckingParts): Promise<InvariantCheck> {
  return parts.cache.share('invariants', () => checked(parts));
}

async function checked({ database, alert }: CheckingParts): Promise<InvariantCheck> {
  const began = performance.now();
  const found = await longRead(database, violations);
  const check = {
    checkedAt: instant(Date.now()),
    tookMs: Math.round(performance.now() - began),
    broken: [...new Set(found.map(({ invariant }) => invariant))],
  };
  if (found.length > 0)
    alert('an invariant of the ledger is broken', { found: found.slice(0, 20) });
  await storeInvariantCheck(database, check);
  return check;
}
