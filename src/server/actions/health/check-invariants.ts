import { instant } from '#domain/base/time';
import type { Parts } from '../../parts.ts';
import type { Database } from '../../store/db/database.ts';
import { type InvariantCheck, keepInvariantCheck } from '../../store/ledger/invariant-checks.ts';
import { violations } from '../../store/ledger/invariants.ts';

const underWay = new WeakMap<Database, Promise<InvariantCheck>>();

/** Checks now what must always hold, once for all who ask at the same time, and keeps what came of it. */
export function checkInvariants(parts: Parts): Promise<InvariantCheck> {
  const { database } = parts;
  const running = underWay.get(database);
  if (running) return running;
  const check = checked(parts).finally(() => underWay.delete(database));
  underWay.set(database, check);
  return check;
}

async function checked({ database, alert }: Parts): Promise<InvariantCheck> {
  const began = performance.now();
  const found = await violations(database);
  const check = {
    checkedAt: instant(Date.now()),
    tookMs: Math.round(performance.now() - began),
    broken: [...new Set(found.map(({ invariant }) => invariant))],
  };
  if (found.length > 0) alert('what must always hold does not', { found: found.slice(0, 20) });
  await keepInvariantCheck(database, check);
  return check;
}
