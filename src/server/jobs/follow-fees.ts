import { judgeDeposit } from '#domain/bonds/deposit';
import { isRolledBack } from '#domain/bonds/bond';
import { followedBy, unchanged } from '#domain/base/change';
import { feeVanished } from '#domain/vaults/fee-credit';
import { SECOND_MS } from '#domain/base/time';
import { sweepAt } from '#domain/vaults/vault-catch-up';
import { voidStake } from '#domain/vaults/vault-stake';
import type { Parts } from '../parts.ts';
import { ZERO_ID } from '../store/db/ids.ts';
import {
  type UnfinalFee,
  finalizeFee,
  freeFee,
  unfinalFees,
} from '../store/vaults/fee-payments.ts';
import { readHead } from '../store/terms/head.ts';
import { lockUser } from '../store/users/users.ts';
import { vaultByFee, vaultOfPayment } from '../store/vaults/vaults.ts';
import { writeLocked } from '../store/write/write-plans.ts';
import type { Job } from './job.ts';

const BATCH = 100;

/** Asks the chain about every fee payment that was taken at confirmed, until it is final or gone. */
export function followFees(parts: Parts): Job {
  return {
    name: 'follow-fees',
    everyMs: 2 * SECOND_MS,
    async run() {
      let after = ZERO_ID;
      for (;;) {
        const fees = await unfinalFees(parts.database, after, BATCH);
        for (const fee of fees) {
          await follow(parts, fee).catch((err: unknown) =>
            parts.alert('a fee payment could not be followed', { signature: fee.signature, err }),
          );
        }
        after = fees.at(-1)?.id ?? after;
        if (fees.length < BATCH) return;
      }
    },
  };
}

async function follow(parts: Parts, fee: UnfinalFee): Promise<void> {
  const { chain } = parts;
  const facts = await chain.facts(fee.signature);
  if (facts.kind === 'unknown') return;
  if (facts.kind === 'absent') {
    const isGone = isRolledBack(fee, facts.slot) && (await chain.remembers(fee.slot));
    return isGone ? vanish(parts, fee) : undefined;
  }
  if (facts.value.commitment === 'processed') return;
  const judged = judgeDeposit(facts.value, { ...chain.till, payer: fee.payer, token: 'SOL' });
  // It landed anew, on another fork, with another outcome.
  if (!judged.ok || judged.value.amount !== fee.amount) return vanish(parts, fee);
  if (facts.value.commitment === 'finalized') await finalize(parts, fee);
}

/** The payment is final, and with it the fee of its stake. */
async function finalize(
  { database, rules }: Parts,
  { id, userId, signature }: UnfinalFee,
): Promise<void> {
  await database.transaction(async (session) => {
    const version = await lockUser(session, userId);
    if (!(await finalizeFee(session, id))) return;
    const { now, termsVersion } = await readHead(session);
    const { terms } = await rules.at(termsVersion, session);
    const vault = await vaultByFee(session, userId, signature);
    // It may run by now: known to be final before, or started by the owner.
    const vaults = vault
      ? [{ vault: { ...vault, feeFinalized: true }, dueAt: sweepAt(vault, terms) }]
      : [];
    await writeLocked(session, { userId, version, now, journals: [], items: [], vaults });
  });
}

/** The payment is not there any more: its credit is taken back, and its stake with it. */
async function vanish({ database }: Parts, fee: UnfinalFee): Promise<void> {
  const { id, userId, signature, amount } = fee;
  await database.transaction(async (session) => {
    const version = await lockUser(session, userId);
    if (!(await freeFee(session, id))) return;
    const { now } = await readHead(session);
    const vault = await vaultOfPayment(session, userId, signature);
    const voided = vault ? voidStake(vault, now) : unchanged(null);
    const gone = feeVanished(userId, id, amount, now);
    const { journals, items } = followedBy(voided, { ...unchanged(null), journals: [gone] });
    const vaults = voided.next ? [{ vault: voided.next, dueAt: null }] : [];
    await writeLocked(session, { userId, version, now, journals, items, vaults });
  });
}
