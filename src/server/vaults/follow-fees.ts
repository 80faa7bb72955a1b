import { SECOND_MS } from '#domain/base/time';
import { isRolledBack } from '#domain/bonds/bond';
import { isOfEarlierTill, judgeDeposit } from '#domain/payments/deposit';
import {
  type Outcome,
  outcomeAtEarlierTreasury,
  outcomeOfPayment,
} from '#domain/payments/follow-bond';
import type { UsedPayment } from '#domain/payments/payment';
import { followFee } from '#domain/vaults/follow-fee';
import type { Answer } from '../kernel/rpc/answer.ts';
import type { Status } from '../kernel/chain/status.ts';
import type { Parts } from '../kernel/parts.ts';
import { ZERO_ID } from '../kernel/db/ids.ts';
import { watchedAddresses } from '../payments/watch-cursors.ts';
import { followedFeeFacts } from './vault-facts.ts';
import { unfinalFees } from './fee-payment-queries.ts';
import { followedStatuses, isStillConfirmed } from '../kernel/jobs/followed-statuses.ts';
import type { Job } from '../kernel/jobs/job.ts';

type FeeParts = Pick<Parts, 'database' | 'writer' | 'chain' | 'alert'>;

const BATCH = 100;

/** Polls the chain for every confirmed fee payment until it is finalized or reported missing. */
export function followFees(parts: FeeParts): Job {
  const statusesOf = followedStatuses(parts.chain);
  return {
    name: 'follow-fees',
    everyMs: 2 * SECOND_MS,
    where: 'leader',
    async run() {
      let after = ZERO_ID;
      for (;;) {
        const fees = await unfinalFees(parts.database, after, BATCH);
        const statuses = await statusesOf([...new Set(fees.map(({ signature }) => signature))]);
        for (const fee of fees) {
          const status = statuses.get(fee.signature);
          if (!status || isStillConfirmed(status)) continue;
          await follow(parts, fee, status).catch((err: unknown) =>
            parts.alert('a fee payment could not be followed', { signature: fee.signature, err }),
          );
        }
        after = fees.at(-1)?.id ?? after;
        if (fees.length < BATCH) return;
      }
    },
  };
}

async function follow(parts: FeeParts, fee: UsedPayment, status: Answer<Status>): Promise<void> {
  const outcome = await outcomeOf(parts, fee, status);
  if (!outcome) return;
  await parts.writer.commit({
    facts: followedFeeFacts,
    key: fee.id,
    missing: null,
    decide: (facts, { terms }) => ({ plan: followFee(facts, outcome, terms), answer: null }),
  });
}

/** Accepts a missing payment as gone only if a node whose history covers its slot reports it missing. */
async function outcomeOf(
  { chain, database }: FeeParts,
  fee: UsedPayment,
  status: Answer<Status>,
): Promise<Outcome | null> {
  const facts = await chain.facts(fee.signature, status);
  if (facts.kind === 'unknown') return null;
  if (facts.kind === 'absent') {
    const isGone = isRolledBack(fee, facts.slot) && (await chain.retainsBlocksSince(fee.slot));
    return isGone ? { kind: 'gone' } : null;
  }
  if (facts.value.commitment === 'processed') return null;
  const { till } = chain;
  const paid = judgeDeposit(facts.value, { ...till, payer: fee.payer, token: 'SOL' });
  if (!paid.ok && isOfEarlierTill(facts.value, till, await watchedAddresses(database))) {
    return outcomeAtEarlierTreasury(facts.value);
  }
  return outcomeOfPayment(fee, paid);
}
