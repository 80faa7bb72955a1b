import { SECOND_MS } from '#domain/base/time';
import type { Bond } from '#domain/bonds/bond';
import { type ParsedTransaction, isOfEarlierTill, judgeDeposit } from '#domain/payments/deposit';
import {
  type Outcome,
  requiredHistorySlot,
  followBond,
  outcomeOfAbsence,
  outcomeAtEarlierTreasury,
  outcomeOfPayment,
  outcomeOfSettling,
} from '#domain/payments/follow-bond';
import { settlePayment } from '../payments/settle-payment.ts';
import type { Answer } from '../kernel/rpc/answer.ts';
import type { Status } from '../kernel/chain/status.ts';
import type { Parts } from '../kernel/parts.ts';
import { ZERO_ID } from '../kernel/db/ids.ts';
import { unsettledBonds } from './bond-queries.ts';
import { followedBondFacts } from '../payments/settle-facts.ts';
import { watchedAddresses } from '../payments/watch-cursors.ts';
import { followedStatuses, isStillConfirmed } from '../kernel/jobs/followed-statuses.ts';
import type { Job } from '../kernel/jobs/job.ts';

const BATCH = 100;

type FollowingParts = Pick<Parts, 'database' | 'writer' | 'chain' | 'isStaticFeed' | 'alert'>;

/**
 * Polls the chain for every bond whose payment is not final, until the payment is final or reported missing.
 */
export function followBonds(parts: FollowingParts): Job {
  const statusesOf = followedStatuses(parts.chain);
  return {
    name: 'follow-bonds',
    everyMs: 2 * SECOND_MS,
    where: 'leader',
    async run() {
      let after = ZERO_ID;
      for (;;) {
        const unsettled = await unsettledBonds(parts.database, after, BATCH);
        const signatures = unsettled.flatMap(({ bond }) => bond.signature ?? []);
        const statuses = await statusesOf([...new Set(signatures)]);
        for (const { bond, wallet } of unsettled) {
          const status = statuses.get(bond.signature ?? '');
          if (!status) continue;
          await follow(parts, { bond, wallet, status }).catch((err: unknown) =>
            parts.alert('a bond could not be followed', { bondId: bond.id, err }),
          );
        }
        after = unsettled.at(-1)?.bond.id ?? after;
        if (unsettled.length < BATCH) return;
      }
    },
  };
}

interface Followed {
  readonly bond: Bond;
  readonly wallet: string;
  readonly status: Answer<Status>;
}

async function follow(parts: FollowingParts, { bond, wallet, status }: Followed): Promise<void> {
  if (bond.signature === null) return;
  if (bond.status === 'confirmed' && isStillConfirmed(status)) return;
  const facts = await parts.chain.facts(bond.signature, status);
  if (facts.kind === 'unknown') return;
  const outcome =
    facts.kind === 'fact'
      ? await found(parts, { bond, wallet, facts: facts.value })
      : await absent(parts, bond, facts.slot);
  if (outcome) await change(parts, bond, outcome);
}

/** Accepts a missing payment as gone only if a node whose history covers its slot reports it missing. */
async function absent(
  { chain }: FollowingParts,
  bond: Bond,
  slot: number,
): Promise<Outcome | null> {
  const outcome = outcomeOfAbsence(bond, slot);
  if (outcome?.kind !== 'gone') return outcome;
  return (await chain.retainsBlocksSince(requiredHistorySlot(bond))) ? outcome : null;
}

async function found(
  parts: FollowingParts,
  {
    bond,
    wallet,
    facts,
  }: { readonly bond: Bond; readonly wallet: string; readonly facts: ParsedTransaction },
): Promise<Outcome | null> {
  if (facts.commitment === 'processed') return null;
  const { till } = parts.chain;
  const paid = judgeDeposit(facts, { ...till, payer: wallet, token: bond.token });
  if (bond.status === 'confirmed' && !paid.ok) {
    const watched = await watchedAddresses(parts.database);
    if (isOfEarlierTill(facts, till, watched)) return outcomeAtEarlierTreasury(facts);
  }
  if (bond.status !== 'pending' || !paid.ok) return outcomeOfPayment(bond, paid);
  return outcomeOfSettling(bond, await settlePayment(parts, paid.value, 'posted'));
}

async function change({ writer }: FollowingParts, seen: Bond, outcome: Outcome): Promise<void> {
  await writer.commit({
    facts: followedBondFacts,
    key: seen.id,
    missing: null,
    decide: (facts) => ({ plan: followBond(facts, seen, outcome), answer: null }),
  });
}
