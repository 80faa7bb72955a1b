import type { VerificationJson } from '#contract/admin-blockchain';
import { isFakeBond } from '#domain/audit/audit-subject';
import { type Result, ok, refuse } from '#domain/base/result';
import { type Instant, iso } from '#domain/base/time';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import {
  type CheckedBond,
  FIRST_ID,
  bondsChecked,
  keepVerification,
  lastVerification,
} from '../../store/bonds/bond-checks.ts';
import { readHead } from '../../store/terms/head.ts';
import { checkBonds } from './check-bonds.ts';
import { findPayments } from '../payments/find-payments.ts';

const BATCH = 200;

/** Asks the chain about every bond, whatever it said before, and fills bonds whose payment is there. */
export async function verifyBlockchain(
  parts: Parts,
  by: Admin,
  { reason }: { readonly reason?: string | undefined },
): Promise<Result<VerificationJson>> {
  const { database, chain } = parts;
  if ((await chain.slot('finalized')).kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  const txHashesStored = await findPayments(parts, by);
  const counts = { bondsChecked: 0, bondsVerified: 0, fakeBonds: 0 };
  let after = FIRST_ID;
  for (;;) {
    const page = await bondsChecked(database, after, BATCH);
    const { bonds, isCutOff } = await checkBonds(parts, page);
    if (isCutOff) return refuse('CHAIN_UNAVAILABLE');
    count(counts, bonds, (await readHead(database)).now);
    after = page.at(-1)?.bond.id ?? after;
    if (page.length < BATCH) break;
  }
  const { now } = await readHead(database);
  const { bondsChecked: checked, bondsVerified, fakeBonds } = counts;
  const unknown = checked - bondsVerified - fakeBonds;
  const message =
    `${bondsVerified} of ${checked} bonds verified on the blockchain; ` +
    `${fakeBonds} fake, ${unknown} without a definite answer`;
  const told = { ...counts, unknown, message, txHashesStored, finishedAt: iso(now) };
  await database.transaction(async (session) => {
    const last = await lastVerification(session);
    await keepVerification(session, { at: now, bondsVerified, message });
    const before = last && { ...last, at: iso(last.at) };
    await appendLog(session, { ...by, at: now, reason: reason ?? null, before, after: told });
  });
  return ok(told);
}

function count(
  counts: Record<'bondsChecked' | 'bondsVerified' | 'fakeBonds', number>,
  bonds: readonly CheckedBond[],
  now: Instant,
): void {
  for (const { bond, check } of bonds) {
    counts.bondsChecked += 1;
    if (isFakeBond(bond, check.verdict, now)) counts.fakeBonds += 1;
    else if (check.verdict === 'verified') counts.bondsVerified += 1;
  }
}
