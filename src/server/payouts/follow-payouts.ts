import { type Nonce, type Payout, dueOf, isToWithdraw } from '#domain/payouts/payout';
import { attemptsOf } from '#domain/payouts/payout-attempts';
import { type Instant, SECOND_MS } from '#domain/base/time';
import { adoptPayout, closePayout, endPayout } from './end-payout.ts';
import { sendPayout, withdrawPayout } from './send-payout.ts';
import { onBehalfOf } from '../kernel/base/purpose.ts';
import { nonceAdvanceSignatures } from '../kernel/chain/nonce-transactions.ts';
import { payoutKeys } from '../kernel/chain/payout-keys.ts';
import { type PaymentLookup, findPayment } from '../kernel/chain/payout-lookup.ts';
import type { Parts } from '../kernel/parts.ts';
import { ZERO_ID } from '../kernel/db/ids.ts';
import { watchedAddresses } from '../payments/watch-cursors.ts';
import { openPayouts, payoutsOfSubject } from './payout-queries.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import type { Job } from '../kernel/jobs/job.ts';
import { alertOnce } from '../kernel/jobs/alert-once.ts';

interface FollowingParts extends Pick<
  Parts,
  'database' | 'writer' | 'chain' | 'alert' | 'treasuryKey' | 'owners' | 'nonces'
> {
  /** Number of sends of the nonce advance, by payout. */
  readonly advances: Map<string, number>;
}

/** Payout signed with a nonce; a payout made outside has none. */
type OnNonce = Payout & { readonly nonce: Nonce };

const BATCH = 100;
/** Sends of an attempt: half a minute at one send per run. The next attempt pays a higher fee. */
const SENDS_PER_ATTEMPT = 15;

/** Follows every payout until it is finalized, failed or void; only then may another one be made for the subject. */
export function followPayouts(given: Omit<FollowingParts, 'advances'>): Job {
  const parts = { ...given, alert: alertOnce(given.alert), advances: new Map<string, number>() };
  return {
    name: 'follow-payouts',
    everyMs: 2 * SECOND_MS,
    where: 'leader',
    async run() {
      const { now } = await readHead(parts.database);
      let after = ZERO_ID;
      for (;;) {
        const open = await openPayouts(parts.database, after, BATCH);
        for (const { payout, requestId } of open) {
          const { nonce } = payout;
          // Skips a payout made outside, because the owner names the transaction that paid it.
          if (nonce === null) continue;
          await onBehalfOf(requestId, () =>
            follow(parts, { ...payout, nonce }, now).catch((err: unknown) =>
              parts.alert('a payout could not be followed', { payoutId: payout.id, err }),
            ),
          );
        }
        after = open.at(-1)?.payout.id ?? after;
        if (open.length < BATCH) return;
      }
    },
  };
}

async function follow(parts: FollowingParts, payout: OnNonce, now: Instant): Promise<void> {
  const { id, signature, nonce, builtSlot: slot } = payout;
  const key = payoutKeys(payout).forAttempt;
  const advances = () => nonceAdvanceSignatures(nonce, parts.nonces);
  const progress = await parts.chain.followNonce({ signature, nonce, slot, key, advances });
  switch (progress.kind) {
    case 'unknown':
      return;
    case 'waiting':
      return drive(parts, payout, now);
    case 'landed': {
      const { commitment, err, signature: landed } = progress;
      if (landed !== signature) return adoptPayout(parts, payout, { ...payout, signature: landed });
      if (commitment !== 'finalized') return;
      if (err !== null) return fail(parts, payout, { err, landedSlot: progress.slot });
      return endPayout(parts, payout, { status: 'finalized', landedSlot: progress.slot });
    }
    case 'void': {
      parts.advances.delete(id);
      const lookup = { commitment: 'finalized', reachedSlot: progress.slot } as const;
      return unlessPaid(parts, { payout, lookup, isOver: true }, () => closePayout(parts, payout));
    }
  }
}

function fail(
  parts: FollowingParts,
  payout: Payout,
  end: { readonly err: string; readonly landedSlot: number },
): Promise<void> {
  const lookup = { commitment: 'finalized', reachedSlot: payout.builtSlot } as const;
  return unlessPaid(parts, { payout, lookup, isOver: true }, () =>
    endPayout(parts, payout, { status: 'failed', ...end }),
  );
}

/** Sends a payout again, or advances its nonce if it is to be withdrawn. */
async function drive(parts: FollowingParts, payout: OnNonce, now: Instant): Promise<void> {
  if (isToWithdraw(payout, now)) {
    const sends = parts.advances.get(payout.id) ?? 0;
    parts.advances.set(payout.id, sends + 1);
    return withdrawPayout(parts, payout, Math.floor(sends / SENDS_PER_ATTEMPT));
  }
  const lookup = { commitment: 'confirmed', reachedSlot: payout.builtSlot } as const;
  await unlessPaid(parts, { payout, lookup }, () => sendPayout(parts, payout));
}

/**
 * Looks up a payment of the same subject by any attempt, and calls `goOn` if there is none. A payment that is
 * found is followed from now on. Does nothing if the chain does not respond.
 */
async function unlessPaid(
  parts: FollowingParts,
  {
    payout,
    lookup,
    isOver = false,
  }: {
    readonly payout: Payout;
    readonly lookup: Pick<PaymentLookup, 'commitment' | 'reachedSlot'>;
    /** True if the payout's own transaction can pay no more. */
    readonly isOver?: boolean;
  },
  goOn: () => Promise<void>,
): Promise<void> {
  const attempts = attemptsOf(dueOf(payout), await payoutsOfSubject(parts.database, payout));
  const watched = () => watchedAddresses(parts.database);
  const options = { ...lookup, completeSince: null, attempts, watched };
  const seen = await findPayment(parts.chain, payout, options);
  const isOwn = seen.kind === 'fact' && seen.value.signature === payout.signature;
  if (seen.kind === 'absent' || isOwn) return goOn();
  // Anybody can name the key in thousands of transactions. A payout that is over ends all the same: before
  // another one is made for the subject, the lookup has to succeed.
  if (isOver && seen.kind === 'unknown' && seen.reason === 'too-large') return goOn();
  if (seen.kind === 'fact') await adoptPayout(parts, payout, seen.value);
}
