import { type ChainAnswer, UNCHECKED, checkBond } from '#domain/audit/chain-check';
import { MINUTE_MS, after } from '#domain/base/time';
import type { Parts } from '../kernel/parts.ts';
import { type CheckedBond, bondsToCheck, saveChecks } from '../bonds/bond-checks.ts';
import { watchedAddresses } from '../payments/watch-cursors.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';

const CONCURRENCY = 8;
/** Consecutive requests without an answer that count as an outage; the remaining bonds are then skipped. */
const UNANSWERED_MAX = 8;
/** Minimum age of a check without a final verdict before it is repeated. */
const RECHECK_MS = 10 * MINUTE_MS;

export interface CheckedBonds {
  /** In input order, each with its newest check. */
  readonly bonds: readonly CheckedBond[];
  /** True if the chain stopped responding. Signed bonds that were not checked then have no check. */
  readonly isCutOff: boolean;
}

/** Checks bonds on the chain, a few at a time, and stores the results. */
export async function checkBonds(
  parts: Pick<Parts, 'database' | 'chain'>,
  bonds: readonly CheckedBond[],
): Promise<CheckedBonds> {
  const { now } = await readHead(parts.database);
  const watched = await watchedAddresses(parts.database);
  const asked = new Map<string, CheckedBond>();
  const queue = bonds.filter(({ bond }) => bond.signature !== null).values();
  let unanswered = 0;
  const work = async (): Promise<void> => {
    for (const one of queue) {
      if (unanswered >= UNANSWERED_MAX) return;
      const answer = await readPayment(parts, one);
      unanswered = answer.kind === 'unknown' ? unanswered + 1 : 0;
      asked.set(one.bond.id, {
        ...one,
        check: checkBond({ claimed: one, answer, till: parts.chain.till, watched }, now),
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  await saveChecks(parts.database, [...asked.values()], now);
  const isCutOff = unanswered >= UNANSWERED_MAX || (asked.size > 0 && unanswered === asked.size);
  const left = (one: CheckedBond): CheckedBond =>
    one.bond.signature === null ? one : { ...one, check: UNCHECKED };
  return { bonds: bonds.map((one) => asked.get(one.bond.id) ?? left(one)), isCutOff };
}

async function readPayment(
  { chain }: Pick<Parts, 'chain'>,
  { bond }: CheckedBond,
): Promise<ChainAnswer> {
  const { signature, slot, postedSlot } = bond;
  const answer = await chain.facts(signature ?? '');
  if (answer.kind === 'fact') return { kind: 'fact', facts: answer.value };
  if (answer.kind === 'unknown') return { kind: 'unknown' };
  return { kind: 'absent', isRetained: await chain.retainsBlocksSince(slot ?? postedSlot ?? 0) };
}

/** Checks at most `most` bonds that were never checked, or long ago without a final verdict. */
export async function checkDueBonds(
  parts: Pick<Parts, 'database' | 'chain'>,
  most: number,
): Promise<CheckedBonds> {
  const { now } = await readHead(parts.database);
  const due = await bondsToCheck(parts.database, after(now, -RECHECK_MS), most);
  return checkBonds(parts, due);
}
