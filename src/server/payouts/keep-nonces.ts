import type { Lamports } from '#domain/base/money';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { nonceNeeds } from './fund-nonces.ts';
import { ALREADY_THERE, creations, funding } from '../kernel/chain/nonce-transactions.ts';
import { sign } from '../kernel/chain/sign.ts';
import { errorName } from '../kernel/chain/status.ts';
import type { Parts } from '../kernel/parts.ts';
import { type Fence, isFenceCurrent } from '../kernel/db/leader.ts';
import type { Job } from '../kernel/jobs/job.ts';
import { alertOnce } from '../kernel/jobs/alert-once.ts';

type PoolParts = Pick<
  Parts,
  'database' | 'chain' | 'nonces' | 'treasuryKey' | 'local' | 'alert' | 'fence'
>;

/** Check interval while nonce accounts are missing, because no payout is made without them. */
const MISSING_EVERY_MS = 15 * SECOND_MS;
/** Check interval on the local network, where each step is confirmed within a second. */
const LOCAL_EVERY_MS = 2 * SECOND_MS;
/** Time after which a funding transaction can no longer land, because its blockhash has expired. */
const FUNDING_LIFE_MS = 2 * MINUTE_MS;
/** Check interval of a complete pool, and retry interval on a chain that refuses nonces. */
const COMPLETE_EVERY_MS = 5 * MINUTE_MS;

/** Last funding transaction, which is sent again while it may still land; null before the first. */
interface Memory {
  funding: { readonly transaction: string; readonly expiresAtMs: number } | null;
}

/** Keeps the nonce pool complete and its authority funded for fees. */
export function keepNoncePool(given: PoolParts): Job {
  const parts = { ...given, alert: alertOnce(given.alert) };
  const memory: Memory = { funding: null };
  let restsUntilMs = 0;
  return {
    name: 'keep-nonces',
    everyMs: parts.local ? LOCAL_EVERY_MS : MISSING_EVERY_MS,
    where: 'leader',
    async run() {
      if (performance.now() < restsUntilMs) return;
      const rests = await keepNonces(parts, memory);
      restsUntilMs = rests ? performance.now() + COMPLETE_EVERY_MS : 0;
    },
  };
}

/**
 * Creates missing nonce accounts. The fee money comes from the treasury if its key is on the server, from the
 * faucet on the local network, and otherwise once from the owner's wallet.
 * @returns true if the pool is complete, or the chain refuses nonces
 */
async function keepNonces(parts: PoolParts, memory: Memory): Promise<boolean> {
  const fence = parts.fence();
  let needs = await nonceNeeds(parts);
  if (needs && needs.lacks > 0n && (await fund(parts, memory, { amount: needs.lacks, fence }))) {
    needs = await nonceNeeds(parts);
  }
  if (!needs || needs.lacks > 0n) return false;
  if (needs.missing.length === 0) return true;
  const { chain, nonces } = parts;
  const latest = await chain.latestBlockhash();
  if (latest.kind !== 'fact') return false;
  const life = { latest: latest.value.blockhash, rent: needs.rent };
  const reasons = new Set<string>();
  for (const { transaction } of await creations(nonces, needs.missing, life)) {
    const sending = await chain.send(transaction);
    if (sending.kind !== 'refused' || sending.err === ALREADY_THERE) continue;
    reasons.add(sending.err === null ? `code ${sending.code}` : errorName(sending.err));
  }
  if (reasons.size === 0) return false;
  const refused = `the chain refuses: ${[...reasons].join(', ')}`;
  parts.alert(`payouts are off, because their nonces cannot be made: ${refused}`, {});
  return true;
}

/**
 * Sends fee money to the nonce authority. Returns false if nothing was sent, for example because another node
 * has become leader meanwhile and sends it.
 */
async function fund(
  { database, chain, nonces, treasuryKey, local }: PoolParts,
  memory: Memory,
  { amount, fence }: { readonly amount: Lamports; readonly fence: Fence },
): Promise<boolean> {
  if (local) {
    await local.airdrop(nonces.authority, amount, 0n);
    return true;
  }
  if (!treasuryKey) return false;
  let sending = memory.funding;
  if (!sending || performance.now() >= sending.expiresAtMs) {
    const latest = await chain.latestBlockhash();
    if (latest.kind !== 'fact') return false;
    const built = funding(chain.till.treasury, nonces, { latest: latest.value.blockhash, amount });
    const { transaction } = await sign(built, treasuryKey);
    sending = { transaction, expiresAtMs: performance.now() + FUNDING_LIFE_MS };
    memory.funding = sending;
  }
  if (!(await isFenceCurrent(database, fence))) return false;
  return (await chain.send(sending.transaction)).kind === 'sent';
}
