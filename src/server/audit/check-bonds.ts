import { type ChainAnswer, UNCHECKED, checkBond } from '#domain/audit/chain-check';
import { MINUTE_MS, after } from '#domain/base/time';
import type { Parts } from '../kernel/parts.ts';
import { type CheckedBond, bondsToAsk, saveChecks } from '../bonds/bond-checks.ts';
import { watchedAddresses } from '../payments/watch-cursors.ts';
import { readHead } from '../kernel/terms/head.ts';

/** Questions to the chain that are open at a time. */
const AT_ONCE = 8;
/** So many in a row without an answer are an outage: the rest is not asked. */
const UNANSWERED_MAX = 8;
/** What may still change is asked about again after this time. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;

export interface AskedBonds {
  /** In the order in which they were handed in, with what is known of them now. */
  readonly bonds: readonly CheckedBond[];
  /** Whether the chain stopped answering: what was not asked is left as it was, or not known. */
  readonly isCutOff: boolean;
}

/** Asks the chain about bonds, a few at a time, and keeps what it says. */
export async function checkBonds(
  parts: Pick<Parts, 'database' | 'chain'>,
  bonds: readonly CheckedBond[],
): Promise<AskedBonds> {
  const { now } = await readHead(parts.database);
  const watched = await watchedAddresses(parts.database);
  const asked = new Map<string, CheckedBond>();
  const queue = bonds.filter(({ bond }) => bond.signature !== null).values();
  let unanswered = 0;
  const work = async (): Promise<void> => {
    for (const one of queue) {
      if (unanswered >= UNANSWERED_MAX) return;
      const answer = await ask(parts, one);
      unanswered = answer.kind === 'unknown' ? unanswered + 1 : 0;
      asked.set(one.bond.id, {
        ...one,
        check: checkBond({ claimed: one, answer, till: parts.chain.till, watched }, now),
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await saveChecks(parts.database, [...asked.values()], now);
  const isCutOff = unanswered >= UNANSWERED_MAX || (asked.size > 0 && unanswered === asked.size);
  const left = (one: CheckedBond): CheckedBond =>
    one.bond.signature === null ? one : { ...one, check: UNCHECKED };
  return { bonds: bonds.map((one) => asked.get(one.bond.id) ?? left(one)), isCutOff };
}

async function ask({ chain }: Pick<Parts, 'chain'>, { bond }: CheckedBond): Promise<ChainAnswer> {
  const { signature, slot, postedSlot } = bond;
  const answer = await chain.facts(signature ?? '');
  if (answer.kind === 'fact') return { kind: 'fact', facts: answer.value };
  if (answer.kind === 'unknown') return { kind: 'unknown' };
  return { kind: 'absent', isRetained: await chain.remembers(slot ?? postedSlot ?? 0) };
}

/** Asks about bonds that were never asked about, or long ago without a final answer: so many at most. */
export async function checkDueBonds(
  parts: Pick<Parts, 'database' | 'chain'>,
  most: number,
): Promise<AskedBonds> {
  const { now } = await readHead(parts.database);
  const due = await bondsToAsk(parts.database, after(now, -ASK_AGAIN_MS), most);
  return checkBonds(parts, due);
}
