import { type Payout, awaitsOutside, dueOf, isToWithdraw } from '#domain/sells/payout';
import { attemptsOf } from '#domain/sells/payout-attempts';
import { type Instant, SECOND_MS } from '#domain/base/time';
import { movementFigures } from '#domain/treasury/movement-figure';
import { adoptPayout, closePayout, endPayout } from '../actions/payouts/end-payout.ts';
import { sendPayout, withdrawPayout } from '../actions/payouts/send-payout.ts';
import { onBehalfOf } from '../base/purpose.ts';
import { withdrawalSignatures } from '../chain/nonce-transactions.ts';
import { payoutKeys } from '../chain/payout-keys.ts';
import { type Look, paymentOf } from '../chain/payout-trace.ts';
import type { Status } from '../chain/status.ts';
import type { Parts } from '../parts.ts';
import { ZERO_ID } from '../store/db/ids.ts';
import { watchedAddresses } from '../store/bonds/watch-cursors.ts';
import { openPayouts, payoutsBeside } from '../store/sells/payouts.ts';
import { readHead } from '../store/terms/head.ts';
import { readMovementTotals } from '../store/treasury/known-movements.ts';
import type { Job } from './job.ts';
import { tellOnce } from './tell-once.ts';

interface Used extends Pick<
  Parts,
  'database' | 'writer' | 'chain' | 'alert' | 'treasuryKey' | 'owners' | 'nonces'
> {
  /** How often the withdrawal of each open payout was sent. */
  readonly withdrawals: Map<string, number>;
}

const BATCH = 100;
/** Half a minute's worth: what has not landed by then pays more. */
const SENDS_PER_ATTEMPT = 15;

/** Follows every payout until it is finalized, has failed, or can no longer land; only then is another made. */
export function followPayouts(given: Omit<Used, 'withdrawals'>): Job {
  const parts = { ...given, alert: tellOnce(given.alert), withdrawals: new Map<string, number>() };
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
          // The owner says by which transaction it was paid.
          if (awaitsOutside(payout)) continue;
          await onBehalfOf(requestId, () =>
            follow(parts, payout, now).catch((err: unknown) =>
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

/** Where a payout's own transaction stands; 'over' where it can no longer land. */
type Standing =
  | { readonly kind: 'open' | 'waiting' }
  | { readonly kind: 'paid'; readonly slot: number }
  | { readonly kind: 'failed'; readonly err: string; readonly slot: number }
  | { readonly kind: 'over'; readonly slot: number }
  /** Landed under a signature that is not stored. */
  | { readonly kind: 'other'; readonly signature: string };

async function standingOf({ chain, nonces }: Used, payout: Payout): Promise<Standing> {
  const { signature, nonce, lastValidBlockHeight, builtSlot: slot } = payout;
  if (nonce === null) {
    const life = { lastValidBlockHeight: lastValidBlockHeight ?? 0, slot };
    const progress = await chain.follow({ signature, ...life });
    if (progress.kind === 'landed') return landed(progress);
    return progress.kind === 'expired'
      ? { ...progress, kind: 'over' }
      : { kind: openKind(progress) };
  }
  const key = payoutKeys(payout).forAttempt;
  const withdrawals = () => withdrawalSignatures(nonce, nonces);
  const progress = await chain.followNonce({ signature, nonce, slot, key, withdrawals });
  if (progress.kind === 'void') return { ...progress, kind: 'over' };
  if (progress.kind !== 'landed') return { kind: openKind(progress) };
  const { signature: other } = progress;
  return other === signature ? landed(progress) : { kind: 'other', signature: other };
}

const openKind = ({ kind }: { readonly kind: 'waiting' | 'unknown' }): 'waiting' | 'open' =>
  kind === 'waiting' ? kind : 'open';

function landed({ commitment, err, slot }: Status): Standing {
  if (commitment !== 'finalized') return { kind: 'open' };
  return err === null ? { kind: 'paid', slot } : { kind: 'failed', err, slot };
}

async function follow(parts: Used, payout: Payout, now: Instant): Promise<void> {
  const standing = await standingOf(parts, payout);
  switch (standing.kind) {
    case 'open':
      return;
    case 'paid':
      return endPayout(parts, payout, { status: 'finalized', landedSlot: standing.slot });
    case 'other':
      return adoptPayout(parts, payout, { ...payout, signature: standing.signature });
    case 'waiting':
      return drive(parts, payout, now);
    case 'failed':
      return unlessPaid(parts, { payout, look: finalUntil(payout, payout.builtSlot) }, () =>
        endPayout(parts, payout, {
          status: 'failed',
          err: standing.err,
          landedSlot: standing.slot,
        }),
      );
    case 'over':
      parts.withdrawals.delete(payout.id);
      return unlessPaid(parts, { payout, look: finalUntil(payout, standing.slot) }, async () => {
        if (payout.nonce !== null || (await isExplained(parts, payout, standing.slot))) {
          await closePayout(parts, payout);
        }
      });
  }
}

/**
 * Whether the treasury's account holds, as of a slot or later and to the last unit, what its known
 * transactions leave: it would not if a payment had left that every provider's history lacks. Without a
 * nonce nothing else tells.
 */
async function isExplained(
  { database, chain }: Used,
  { token }: Payout,
  sinceSlot: number,
): Promise<boolean> {
  const held = await chain.balances('finalized');
  if (held.kind !== 'fact' || held.slot < sinceSlot) return false;
  const figures = movementFigures(await readMovementTotals(database));
  const figure = figures.find((each) => each.token === token);
  if (!figure?.opening) return false;
  return figure.expected === (token === 'SOL' ? held.value.lamports : held.value.usdc);
}

/** Sends what is to land, and withdraws what is not. */
async function drive(parts: Used, payout: Payout, now: Instant): Promise<void> {
  if (isToWithdraw(payout, now)) {
    const sends = parts.withdrawals.get(payout.id) ?? 0;
    parts.withdrawals.set(payout.id, sends + 1);
    return withdrawPayout(parts, payout, Math.floor(sends / SENDS_PER_ATTEMPT));
  }
  const { builtSlot } = payout;
  const look = { commitment: 'confirmed', sinceSlot: builtSlot, untilSlot: builtSlot } as const;
  await unlessPaid(parts, { payout, look: { ...look, votes: 'answering' } }, () =>
    sendPayout(parts, payout),
  );
}

/** Where a payment is looked for, without what is read for each look. */
type Looked = Omit<Look, 'attempts' | 'watched'>;

/** A payment that is final or nowhere; a blockhash is given up by the word of every provider alone. */
const finalUntil = ({ builtSlot, nonce }: Payout, untilSlot: number): Looked => ({
  commitment: 'finalized',
  sinceSlot: builtSlot,
  untilSlot,
  votes: nonce === null ? 'all' : 'answering',
});

/**
 * Goes on where no payment of what a payout pays is on the chain, by whichever attempt. One that is
 * there is followed from now on. Without an answer nothing is done.
 */
async function unlessPaid(
  parts: Used,
  { payout, look }: { readonly payout: Payout; readonly look: Looked },
  goOn: () => Promise<void>,
): Promise<void> {
  const attempts = attemptsOf(dueOf(payout), await payoutsBeside(parts.database, payout));
  const watched = () => watchedAddresses(parts.database);
  const seen = await paymentOf(parts.chain, payout, { ...look, attempts, watched });
  const isOwn = seen.kind === 'fact' && seen.value.signature === payout.signature;
  if (seen.kind === 'absent' || isOwn) return goOn();
  if (seen.kind === 'fact') await adoptPayout(parts, payout, seen.value);
}
