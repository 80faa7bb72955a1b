import type { Payout } from '#domain/payout';
import { SECOND_MS } from '#domain/time';
import { beginPayout, sendPayout } from '../actions/pay-out.ts';
import { sellOrder, stillApproved } from '../actions/pay-sell.ts';
import { adopt, close } from '../actions/settle-payout.ts';
import type { Parts } from '../parts.ts';
import { countExpired, openPayouts } from '../store/payouts.ts';
import { sellToDecide } from '../store/sells.ts';
import { traceOf } from '../chain/payout-trace.ts';
import type { Job } from './job.ts';

const BATCH = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** After so many transactions of a request that never landed, the owner is asked again. */
const ATTEMPTS_MAX = 5;

/** Follows every payout until it is finalized, has failed, or has expired without a trace; only then is another made. */
export function followPayouts(parts: Parts): Job {
  return {
    name: 'follow-payouts',
    everyMs: 2 * SECOND_MS,
    async run() {
      let after = FIRST_ID;
      for (;;) {
        const open = await openPayouts(parts.database, after, BATCH);
        for (const payout of open) {
          await follow(parts, payout).catch((err: unknown) =>
            parts.alert('a payout could not be followed', { payoutId: payout.id, err }),
          );
        }
        after = open.at(-1)?.id ?? after;
        if (open.length < BATCH) return;
      }
    },
  };
}

async function follow(parts: Parts, payout: Payout): Promise<void> {
  const { signature, lastValidBlockHeight, builtSlot: slot } = payout;
  const progress = await parts.chain.follow({ signature, lastValidBlockHeight, slot });
  switch (progress.kind) {
    case 'unknown':
      return;
    case 'waiting':
      return sendPayout(parts, payout);
    case 'landed':
      if (progress.commitment !== 'finalized') return;
      return progress.err === null
        ? close(parts, payout, { status: 'finalized' })
        : failed(parts, payout, progress.err);
    case 'expired':
      return expired(parts, payout);
  }
}

async function failed(parts: Parts, payout: Payout, err: string): Promise<void> {
  parts.alert('a payout failed on the chain', { payoutId: payout.id, err });
  await close(parts, payout, { status: 'failed', err });
}

/** Its signature will never land. The owner's wallet may have sent it under another: that is looked for first. */
async function expired(parts: Parts, payout: Payout): Promise<void> {
  const trace = await traceOf(parts.chain, payout);
  if (trace.kind === 'unknown') return;
  if (trace.kind === 'fact') return adopt(parts, payout, trace.value);
  if (payout.purpose !== 'sell' || payout.status !== 'sent' || parts.treasuryKey === null) {
    return close(parts, payout, { status: 'expired' });
  }
  const found = await sellToDecide(parts.database, payout.subject);
  const attempts = await countExpired(parts.database, payout.subject);
  if (!found || attempts >= ATTEMPTS_MAX) return failed(parts, payout, 'it never landed');
  const order = sellOrder(found.sell, found.wallet);
  const again = await beginPayout(parts, order, stillApproved, payout);
  if (!again.ok && again.refusal.code !== 'CHAIN_UNAVAILABLE') {
    await failed(parts, payout, again.refusal.code);
  }
}
