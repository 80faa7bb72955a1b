import type { Payout } from '#domain/sells/payout';
import { SECOND_MS } from '#domain/base/time';
import { adoptPayout, endPayout, expirePayout } from '../actions/payouts/end-payout.ts';
import { sendPayout } from '../actions/payouts/make-payout.ts';
import type { Parts } from '../parts.ts';
import { ZERO_ID } from '../store/db/ids.ts';
import { openPayouts } from '../store/sells/payouts.ts';
import { landedAs, seenAs } from '../chain/payout-trace.ts';
import type { Job } from './job.ts';

type Used = Pick<Parts, 'database' | 'writer' | 'chain' | 'alert' | 'treasuryKey'>;

const BATCH = 100;

/** Follows every payout until it is finalized, has failed, or has expired without a trace; only then is another made. */
export function followPayouts(parts: Used): Job {
  return {
    name: 'follow-payouts',
    everyMs: 2 * SECOND_MS,
    async run() {
      let after = ZERO_ID;
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

async function follow(parts: Used, payout: Payout): Promise<void> {
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
      return endPayout(parts, payout, { status: 'finalized' });
    case 'expired':
      return expired(parts, payout, progress.slot);
  }
}

/** The owner's wallet may have sent what it was to sign. */
async function lookFor(parts: Used, payout: Payout): Promise<void> {
  const seen = await seenAs(parts.chain, payout);
  if (seen.kind === 'fact') await adoptPayout(parts, payout, seen.value);
}

/** The wallet may have sent it in other bytes too, and these failed because those had paid. */
async function landedWith(parts: Used, payout: Payout, err: string): Promise<void> {
  const seen = await seenAs(parts.chain, payout);
  if (seen.kind === 'fact') return adoptPayout(parts, payout, seen.value);
  if (seen.kind === 'absent') await endPayout(parts, payout, { status: 'failed', err });
}

/** Its signature will never land. The owner's wallet may have sent it under another: that is looked for first. */
async function expired(parts: Used, payout: Payout, slot: number): Promise<void> {
  const landed = await landedAs(parts.chain, payout, slot);
  if (landed.kind === 'unknown') return;
  if (landed.kind === 'fact') return adoptPayout(parts, payout, landed.value);
  await expirePayout(parts, payout);
}
