import type { Lamports } from '#domain/base/money';
import { MINUTE_MS } from '#domain/base/time';
import { nonceNeeds } from '../actions/payouts/fund-nonces.ts';
import { ALREADY_THERE, creations, funding } from '../chain/nonce-transactions.ts';
import { sign } from '../chain/sign.ts';
import { errorName } from '../chain/status.ts';
import type { Parts } from '../parts.ts';
import { type Fence, fenceStands } from '../store/db/leader.ts';
import type { Job } from './job.ts';
import { tellOnce } from './tell-once.ts';

type Keeping = Pick<
  Parts,
  'database' | 'chain' | 'nonces' | 'treasuryKey' | 'local' | 'alert' | 'fence'
>;

/** Keeps the nonces that payouts use, and the fee money of the key that they obey. */
export function keepNoncePool(given: Keeping): Job {
  const parts = { ...given, alert: tellOnce(given.alert) };
  return {
    name: 'keep-nonces',
    everyMs: 5 * MINUTE_MS,
    where: 'leader',
    run: () => keepNonces(parts),
  };
}

/**
 * Makes what is missing of the pool, with money for fees that the treasury gives where its key is
 * here; on the local network the faucet does, and elsewhere the owner's wallet once. Done twice, it
 * leaves a little more fee money with the server's key.
 */
async function keepNonces(parts: Keeping): Promise<void> {
  const fence = parts.fence();
  let needs = await nonceNeeds(parts);
  if (needs && needs.lacks > 0n && (await fund(parts, needs.lacks, fence))) {
    needs = await nonceNeeds(parts);
  }
  if (!needs || needs.lacks > 0n || needs.missing.length === 0) return;
  const { chain, nonces } = parts;
  const latest = await chain.latestBlockhash();
  if (latest.kind !== 'fact') return;
  const life = { latest: latest.value.blockhash, rent: needs.rent };
  const reasons = new Set<string>();
  for (const { transaction } of await creations(nonces, needs.missing, life)) {
    const sending = await chain.send(transaction);
    if (sending.kind !== 'refused' || sending.err === ALREADY_THERE) continue;
    reasons.add(sending.err === null ? `code ${sending.code}` : errorName(sending.err));
  }
  if (reasons.size === 0) return;
  const refused = `the chain refuses: ${[...reasons].join(', ')}`;
  parts.alert(`the nonces of payouts cannot be made: ${refused}`, {});
}

/** Sends money for fees; false if none was sent, as when another node has become leader meanwhile and sends it. */
async function fund(
  { database, chain, nonces, treasuryKey, local }: Keeping,
  amount: Lamports,
  fence: Fence,
): Promise<boolean> {
  if (local) {
    await local.airdrop(nonces.authority, amount, 0n);
    return true;
  }
  if (!treasuryKey) return false;
  const latest = await chain.latestBlockhash();
  if (latest.kind !== 'fact') return false;
  if (!(await fenceStands(database, fence))) return false;
  const built = funding(chain.till.treasury, nonces, { latest: latest.value.blockhash, amount });
  return (await chain.send((await sign(built, treasuryKey)).transaction)).kind === 'sent';
}
