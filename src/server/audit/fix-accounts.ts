import type {
  CleanedBondsJson,
  FixedAccountsJson,
  fixAll as endpoint,
} from '#contract/audit/chain-audit';
import { formatAmount, lamports } from '#domain/base/money';
import { checkPlan, planSnapshotAt } from '#domain/audit/account-fixes';
import { type Result, ok } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import type { Call } from '../kernel/base/route.ts';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { deleteFakeBond } from '../bonds/delete-bond.ts';
import { assignDeposit } from '../payments/deposits.ts';
import { type Fix, type FixList, fakeBonds, loosePayments, planOf } from './list-fixes.ts';

type AuditParts = Pick<Parts, 'database' | 'writer' | 'isStaticFeed'>;

type FixInput = Call<typeof endpoint>['query'];

export async function cleanUpBonds(
  parts: Pick<Parts, 'database' | 'writer' | 'chain' | 'cache' | 'isStaticFeed'>,
  by: Admin,
  input: FixInput,
): Promise<Result<CleanedBondsJson>> {
  const upTo = await seenUpTo(parts, input);
  if (!upTo.ok) return upTo;
  const list = await fakeBonds(parts, upTo.value);
  const fixed = await fix(parts, by, { list, asked: input });
  if (!fixed.ok) return fixed;
  const { fixes, notes, plan } = fixed.value;
  return ok({ deletedCount: fixes.length, ...listed({ fixes, notes, plan }, input) });
}

/** Removes fake bonds and turns users' unmatched payments into bonds, or lists both changes. */
export async function fixAll(
  parts: Pick<Parts, 'database' | 'rules' | 'writer' | 'chain' | 'cache' | 'isStaticFeed'>,
  by: Admin,
  input: FixInput,
): Promise<Result<FixedAccountsJson>> {
  const seen = await seenUpTo(parts, input);
  if (!seen.ok) return seen;
  const fakes = await fakeBonds(parts, seen.value);
  const { upTo } = fakes;
  const loose = await loosePayments(parts, upTo);
  const list = {
    upTo,
    fixes: [...fakes.fixes, ...loose.fixes],
    notes: [...fakes.notes, ...loose.notes],
  };
  const fixed = await fix(parts, by, { list, asked: input });
  if (!fixed.ok) return fixed;
  const { fixes, notes, plan } = fixed.value;
  const deleted = fixes.flatMap((one) => (one.kind === 'delete-bond' ? [one.what.bond] : []));
  const inSol = deleted.filter(({ token }) => token === 'SOL');
  const summary = {
    fixedUsers: new Set(fixes.map(({ shown }) => shown.userId)).size,
    deletedFakeBonds: deleted.length,
    totalFakeSol: formatAmount(
      'SOL',
      lamports(inSol.reduce((all, { amount }) => all + amount, 0n)),
    ),
  };
  return ok({ summary, ...listed({ fixes, notes, plan }, input) });
}

/** Returns the instant up to which the owner saw the list; null to list up to now. */
async function seenUpTo(
  { database }: Pick<Parts, 'database'>,
  { dryRun, plan }: FixInput,
): Promise<Result<Instant | null>> {
  if (dryRun === 'true' || plan === undefined) return ok(null);
  return planSnapshotAt(plan, (await readHead(database)).now);
}

function listed(
  {
    fixes,
    notes,
    plan,
  }: { readonly fixes: readonly Fix[]; readonly notes: readonly string[]; readonly plan: string },
  { dryRun }: FixInput,
): Omit<CleanedBondsJson, 'deletedCount'> {
  const changes = fixes.map(({ shown }) => shown);
  return { dryRun: dryRun === 'true', changes, plan, notes: [...notes] };
}

/**
 * Makes exactly the listed changes, each in its own transaction, so that an interrupted run can be repeated.
 * Returns the changes made. Does nothing if the owner saw another list.
 */
async function fix(
  parts: AuditParts,
  by: Admin,
  {
    list,
    asked: { dryRun, plan: seen, reason = null },
  }: {
    readonly list: FixList;
    readonly asked: Omit<FixInput, 'reason'> & { readonly reason?: string | null | undefined };
  },
): Promise<Result<FixList & { readonly plan: string }>> {
  const { upTo, fixes, notes } = list;
  const plan = planOf(list);
  if (dryRun === 'true') return ok({ ...list, plan });
  const isSeen = checkPlan(plan, seen);
  if (!isSeen.ok) return isSeen;
  const made: Fix[] = [];
  const left: string[] = [];
  for (const one of fixes) {
    const isMade = await carryOut(parts, by, { one, reason });
    if (isMade) made.push(one);
    else left.push(`${nameOf(one)} is left: it changed meanwhile`);
  }
  return ok({ upTo, fixes: made, notes: [...notes, ...left], plan });
}

async function carryOut(
  parts: AuditParts,
  by: Admin,
  { one, reason }: { readonly one: Fix; readonly reason: string | null },
): Promise<boolean> {
  if (one.kind === 'delete-bond') return deleteFakeBond(parts, by, { fake: one.what, reason });
  const { deposit, userId } = one.what;
  return (await assignDeposit(parts, by, { userId, reason, id: deposit.id })).ok;
}

const nameOf = (one: Fix): string =>
  one.kind === 'delete-bond' ? `Bond ${one.what.bond.id}` : `Payment ${one.what.deposit.signature}`;
