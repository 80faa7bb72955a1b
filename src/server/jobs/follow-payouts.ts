import type { Payout } from '#domain/sells/payout';
import { SECOND_MS } from '#domain/base/time';
import { beginPayout, sendPayout } from '../actions/payouts/pay-out.ts';
import { sellOrder, stillApproved } from '../actions/payouts/pay-sell.ts';
import { adopt, close } from '../actions/payouts/settle-payout.ts';
import type { Parts } from '../parts.ts';
import { countExpired, openPayouts } from '../store/sells/payouts.ts';
import { sellToDecide } from '../store/sells/sells.ts';
import { landedAs, seenAs } from '../chain/payout-trace.ts';
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
      return payout.status === 'sent' ? sendPayout(parts, payout) : lookFor(parts, payout);
    case 'landed':
      if (progress.commitment !== 'finalized') return;
      if (progress.err !== null) return landedWith(parts, payout, progress.err);
      await close(parts, payout, { status: 'finalized' });
      return;
    case 'expired':
      return expired(parts, payout, progress.slot);
  }
}

/** The owner's wallet may have sent what it was to sign. */
async function lookFor(parts: Parts, payout: Payout): Promise<void> {
  const seen = await seenAs(parts.chain, payout);
  if (seen.kind === 'fact') await adopt(parts, payout, seen.value);
}

/** The wallet may have sent it in other bytes too, and these failed because those had paid. */
async function landedWith(parts: Parts, payout: Payout, err: string): Promise<void> {
  const seen = await seenAs(parts.chain, payout);
  if (seen.kind === 'fact') return adopt(parts, payout, seen.value);
  if (seen.kind === 'absent') await failed(parts, payout, err);
}

async function failed(parts: Parts, payout: Payout, err: string): Promise<void> {
  const isFirst = await close(parts, payout, { status: 'failed', err });
  if (isFirst) parts.alert('a payout failed', { payoutId: payout.id, err });
}

/** Its signature will never land. The owner's wallet may have sent it under another: that is looked for first. */
async function expired(parts: Parts, payout: Payout, slot: number): Promise<void> {
  const landed = await landedAs(parts.chain, payout, slot);
  if (landed.kind === 'unknown') return;
  if (landed.kind === 'fact') return adopt(parts, payout, landed.value);
  if (payout.purpose !== 'sell' || payout.status !== 'sent' || parts.treasuryKey === null) {
    await close(parts, payout, { status: 'expired' });
    return;
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
