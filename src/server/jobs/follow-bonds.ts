import {
  type Bond,
  failBond,
  finalizeBond,
  isRolledBack,
  isSignatureLost,
} from '#domain/bonds/bond';
import { type Change, unchanged } from '#domain/base/change';
import { type TransactionFacts, judgeDeposit } from '#domain/bonds/deposit';
import { type Instant, SECOND_MS } from '#domain/base/time';
import { settlePayment } from '../actions/payments/settle-payment.ts';
import type { Parts } from '../parts.ts';
import { bondToDecide, unsettledBonds } from '../store/bonds/bonds.ts';
import type { Session } from '../store/db/database.ts';
import { finalizePayment, freePayment } from '../store/bonds/payments.ts';
import { lockUser } from '../store/users/users.ts';
import { writeLocked } from '../store/write/write-plans.ts';
import type { Job } from './job.ts';

const BATCH = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Asks the chain about every bond whose payment is not seen, or not final, until it is, or definitely is not there. */
export function followBonds(parts: Parts): Job {
  return {
    name: 'follow-bonds',
    everyMs: 2 * SECOND_MS,
    async run() {
      let after = FIRST_ID;
      for (;;) {
        const unsettled = await unsettledBonds(parts.database, after, BATCH);
        for (const { bond, wallet } of unsettled) {
          await follow(parts, bond, wallet).catch((err: unknown) =>
            parts.alert('a bond could not be followed', { bondId: bond.id, err }),
          );
        }
        after = unsettled.at(-1)?.bond.id ?? after;
        if (unsettled.length < BATCH) return;
      }
    },
  };
}

async function follow(parts: Parts, bond: Bond, wallet: string): Promise<void> {
  if (bond.signature === null) return;
  const facts = await parts.chain.facts(bond.signature);
  if (facts.kind === 'fact') return found(parts, bond, wallet, facts.value);
  if (facts.kind === 'unknown') return;
  if (bond.status === 'pending' && bond.postedSlot === null) {
    return change(parts, bond, (now) => unchanged({ ...now, postedSlot: facts.slot }));
  }
  const isGone =
    bond.status === 'pending' ? isSignatureLost(bond, facts.slot) : isRolledBack(bond, facts.slot);
  const since = bond.slot ?? bond.postedSlot ?? 0;
  if (isGone && (await parts.chain.remembers(since))) await fail(parts, bond);
}

async function found(
  parts: Parts,
  bond: Bond,
  wallet: string,
  facts: TransactionFacts,
): Promise<void> {
  if (facts.commitment === 'processed') return;
  const { userId, token } = bond;
  const judged = judgeDeposit(facts, { ...parts.chain.till, payer: wallet, token });
  if (!judged.ok) return fail(parts, bond);
  if (bond.status === 'pending') {
    const payment = {
      ...judged.value,
      payerUserId: userId,
      sender: wallet,
      keys: facts.accountKeys,
    };
    const settled = await settlePayment(parts, payment);
    if (settled.kind === 'unpriced') return;
    // The payment went elsewhere (a fee, or no bond can be made of it): this bond has none.
    if (settled.kind !== 'bond' || settled.bond.id !== bond.id) await fail(parts, bond);
  } else if (judged.value.amount !== bond.amount) {
    await fail(parts, bond); // it landed anew, on another fork, with another outcome
  } else if (facts.commitment === 'finalized') {
    await change(
      parts,
      bond,
      (now) => unchanged(finalizeBond(now)),
      (session) => finalizePayment(session, bond.id),
    );
  }
}

/** What the bond had credited is taken back; its signature is free again and may still be found. */
async function fail(parts: Parts, bond: Bond): Promise<void> {
  await change(parts, bond, failBond, (session) => freePayment(session, bond.id));
}

/** Changes the bond as it is now, and what hangs on it, if it still stands where it was seen. */
async function change(
  { database }: Parts,
  seen: Bond,
  decide: (bond: Bond, now: Instant) => Change<Bond>,
  also: (session: Session) => Promise<void> = async () => {},
): Promise<void> {
  await database.transaction(async (session) => {
    const version = await lockUser(session, seen.userId);
    const current = await bondToDecide(session, seen.id);
    if (!current || current.bond.status !== seen.status) return;
    if (current.bond.finalized !== seen.finalized) return;
    const { next, journals, items } = decide(current.bond, current.now);
    const { userId } = seen;
    await also(session);
    await writeLocked(session, {
      userId,
      version,
      now: current.now,
      journals,
      items,
      bonds: [next],
    });
  });
}
