import { formatAmount, lamports } from '#domain/base/money';
import { type Chain, createChain } from '../../kernel/chain/chain.ts';
import { mintOf } from '../../kernel/chain/cluster.ts';
import { ALREADY_THERE, creations } from '../../kernel/chain/nonce-transactions.ts';
import {
  NONCE_BYTES,
  NONCE_FEES_MIN,
  type NoncePool,
  noncePoolOf,
} from '../../kernel/chain/nonces.ts';
import { errorName } from '../../kernel/chain/status.ts';
import { treasuryKeyOf } from '../../start/treasury-key.ts';
import { ACCOUNT_PROBLEMS, MINT_PROBLEMS } from '../../kernel/chain/usdc-account-state.ts';
import type { ClusterChain, Config, LocalChain } from '../../config.ts';
import type { LocalNetwork } from '../../kernel/base/local-network.ts';
import { type Finding, fail, ok, reasonOf, warn } from '../../start/start-finding.ts';

const TREASURY = 'treasury';
const SERVER_KEY = 'server’s key';
const PAYOUT_KEY = 'payout key';
/** Minimum balance: rent and some fees. Below it no payout leaves. */
const LAMPORTS_MIN = 5_000_000n;

const sol = (amount: bigint): string => `${formatAmount('SOL', lamports(amount))} SOL`;

/** Signer of payouts: a key on the server, an owner's wallet, or others outside. */
type PaidBy = 'server' | 'owner' | 'outside';

export function paidBy(
  { owners, treasury }: ClusterChain,
  { treasuryKeypair }: Pick<Config, 'treasuryKeypair'>,
): PaidBy {
  if (treasuryKeypair.kind === 'file') return 'server';
  return owners.includes(treasury) ? 'owner' : 'outside';
}

const PAYS: Readonly<Record<PaidBy, string>> = {
  server: 'TREASURY_KEYPAIR is the treasury’s: the server pays out',
  owner: 'none on the server: the owner’s wallet signs payouts',
  outside:
    'none on the server, and TREASURY_WALLET is no owner’s: payouts are made outside and settled in Admin',
};

export async function examinePayoutKey(
  { treasuryKeypair }: Pick<Config, 'treasuryKeypair'>,
  treasury: string,
  by: PaidBy,
): Promise<Finding> {
  try {
    await treasuryKeyOf(treasuryKeypair, null, treasury);
    return ok(PAYOUT_KEY, PAYS[by]);
  } catch (error) {
    return fail(PAYOUT_KEY, reasonOf(error));
  }
}

/**
 * Checks the payout key on the local network, whose wallets may include the treasury. `wallets` is empty
 * before the first start.
 */
export async function examineLocalPayoutKey(
  { treasuryKeypair }: Pick<Config, 'treasuryKeypair'>,
  { owners, treasury: named }: LocalChain,
  wallets: LocalNetwork['wallets'],
): Promise<Finding> {
  const own = wallets[0]?.address ?? null;
  const treasury = named ?? own;
  try {
    const key = await treasuryKeyOf(treasuryKeypair, { wallets }, treasury);
    if (treasuryKeypair.kind === 'file') return ok(PAYOUT_KEY, PAYS.server);
    if (key) return ok(PAYOUT_KEY, 'the local network’s own: the server pays out');
    if (treasuryKeypair.kind === 'default' && own === null) {
      return ok(PAYOUT_KEY, 'the first start makes it');
    }
    const isOwners = treasury === own || owners.some((owner) => owner === treasury);
    return ok(PAYOUT_KEY, PAYS[isOwners ? 'owner' : 'outside']);
  } catch (error) {
    return fail(PAYOUT_KEY, reasonOf(error));
  }
}

/** Checks the treasury's accounts and the server's own key at the right providers. */
export async function examineTreasury(
  { cluster, treasury, usdcMint }: ClusterChain,
  urls: readonly string[],
  { serverKey, by }: { readonly serverKey: Uint8Array | null; readonly by: PaidBy },
): Promise<readonly Finding[]> {
  const mint = mintOf(cluster, usdcMint);
  const chain = await createChain({ urls, treasury, usdcMint: mint, timeoutMs: 5_000 });
  return [...(await usdc(chain)), await holdings(chain), await ownKey(chain, serverKey, by)];
}

async function usdc(chain: Chain): Promise<readonly Finding[]> {
  const standing = await chain.usdcAccountState();
  if (standing.kind !== 'fact') return [warn('USDC', 'cannot be looked at: the chain is silent')];
  const { mint, account } = standing.value;
  if (mint !== 'right') {
    return [fail('USDC', `${MINT_PROBLEMS[mint]}: correct USDC_MINT, or leave it out`)];
  }
  const about = 'USDC account';
  if (account === 'open') return [ok('USDC', 'its mint is right'), ok(about, 'is open')];
  const level = account === 'missing' ? warn : fail;
  return [ok('USDC', 'its mint is right'), level(about, ACCOUNT_PROBLEMS[account])];
}

async function holdings(chain: Chain): Promise<Finding> {
  const held = await chain.lamports(chain.till.treasury, 'confirmed');
  if (held.kind !== 'fact') return warn(TREASURY, 'cannot be looked at: the chain is silent');
  return held.value < LAMPORTS_MIN
    ? warn(TREASURY, `has ${sol(held.value)}: send it at least ${sol(LAMPORTS_MIN)} for fees`)
    : ok(TREASURY, `has ${sol(held.value)}`);
}

async function ownKey(chain: Chain, serverKey: Uint8Array | null, by: PaidBy): Promise<Finding> {
  if (serverKey === null) return ok(SERVER_KEY, 'the first start makes it');
  if (by === 'outside') return ok(SERVER_KEY, 'is not needed: payouts outside use no nonces');
  const pool = await noncePoolOf(serverKey);
  const held = await chain.lamports(pool.authority, 'confirmed');
  const nonces = await chain.nonces(pool, 'confirmed');
  if (held.kind !== 'fact' || nonces.kind !== 'fact') {
    return warn(SERVER_KEY, 'cannot be looked at: the chain is silent');
  }
  const [ready, all] = [nonces.value.length, pool.accounts.length];
  const has = `has ${sol(held.value)} and ${ready} of ${all} nonces`;
  if (ready === all && held.value >= NONCE_FEES_MIN) return ok(SERVER_KEY, has);
  const refused = ready < all ? await nonceRefusal(chain, pool, held.value) : null;
  if (refused !== null) {
    const off = ready === 0 ? 'payouts are off on this chain' : 'fewer payouts at a time';
    return warn(SERVER_KEY, `${has}: ${off}; the chain refuses: ${refused}`);
  }
  const remedy =
    by === 'server'
      ? 'the treasury’s key gives it money while the server runs'
      : 'fund it in Admin, System, with the owner’s wallet';
  return warn(SERVER_KEY, `${has}: ${remedy}`);
}

/**
 * Returns why the chain refuses to create a nonce account that the server's key could pay for; null if it
 * accepts, or does not respond.
 */
async function nonceRefusal(chain: Chain, pool: NoncePool, held: bigint): Promise<string | null> {
  const rent = await chain.rentExempt(NONCE_BYTES);
  const latest = await chain.latestBlockhash();
  if (rent.kind !== 'fact' || latest.kind !== 'fact') return null;
  if (held < rent.value + NONCE_FEES_MIN) return null;
  const life = { latest: latest.value.blockhash, rent: rent.value };
  const [creation] = await creations(pool, pool.accounts.slice(0, 1), life);
  if (!creation) return null;
  const error = await chain.simulatedError(creation.transaction);
  if (error.kind !== 'fact' || error.value === null || error.value === ALREADY_THERE) return null;
  return errorName(error.value);
}
