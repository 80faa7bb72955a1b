import { type Lamports, lamports } from '#domain/base/money';
import { creations, funding } from '../../chain/nonce-transactions.ts';
import { NONCE_BYTES, NONCE_FEES_MIN, type NoncePool } from '../../chain/nonces.ts';
import { sign } from '../../chain/sign.ts';
import type { Parts } from '../../parts.ts';

export type Keeping = Pick<Parts, 'chain' | 'nonces' | 'treasuryKey' | 'local' | 'alert'>;

/** Up to this, where there is less than it needs. */
const FEES_FULL = 20_000_000n;

/** Which accounts of the pool are missing, and what the server's key lacks to make and use them. */
export interface NonceNeeds {
  readonly missing: NoncePool['accounts'];
  readonly rent: Lamports;
  /** 0 where it has enough. */
  readonly lacks: Lamports;
}

/** Null where the chain does not answer. */
export async function nonceNeeds({
  chain,
  nonces,
}: Pick<Keeping, 'chain' | 'nonces'>): Promise<NonceNeeds | null> {
  const [there, balance, rent] = [
    await chain.nonces(nonces, 'confirmed'),
    await chain.lamports(nonces.authority, 'confirmed'),
    await chain.rentExempt(NONCE_BYTES),
  ];
  if (there.kind !== 'fact' || balance.kind !== 'fact' || rent.kind !== 'fact') return null;
  const accounts = new Set(there.value.map(({ account }) => account));
  const missing = nonces.accounts.filter(({ address }) => !accounts.has(address));
  const forAccounts = BigInt(missing.length) * rent.value;
  const isEnough = balance.value >= forAccounts + NONCE_FEES_MIN;
  const lacks = isEnough ? 0n : forAccounts + FEES_FULL - balance.value;
  return { missing, rent: rent.value, lacks: lamports(lacks) };
}

/** Another node was faster: the first instruction, which makes the account, finds it there. */
const ALREADY_THERE = '{"InstructionError":[0,{"Custom":0}]}';

/**
 * Makes what is missing of the pool, with money for fees that the treasury gives where its key is
 * here; on the local network the faucet does, and elsewhere the owner's wallet once. Done twice, it
 * leaves a little more fee money with the server's key.
 */
export async function keepNonces(parts: Keeping): Promise<void> {
  let needs = await nonceNeeds(parts);
  if (needs && needs.lacks > 0n && (await fund(parts, needs.lacks))) {
    needs = await nonceNeeds(parts);
  }
  if (!needs || needs.lacks > 0n || needs.missing.length === 0) return;
  const { chain, nonces } = parts;
  const latest = await chain.latestBlockhash();
  if (latest.kind !== 'fact') return;
  const life = { latest: latest.value.blockhash, rent: needs.rent };
  for (const { transaction } of await creations(nonces, needs.missing, life)) {
    const sending = await chain.send(transaction);
    if (sending.kind === 'refused' && sending.err !== ALREADY_THERE) {
      parts.alert('a nonce account cannot be made', { err: sending.err });
    }
  }
}

/** Whether money for fees has been sent. */
async function fund(
  { chain, nonces, treasuryKey, local }: Keeping,
  amount: Lamports,
): Promise<boolean> {
  if (local) {
    await local.airdrop(nonces.authority, amount, 0n);
    return true;
  }
  if (!treasuryKey) return false;
  const latest = await chain.latestBlockhash();
  if (latest.kind !== 'fact') return false;
  const built = funding(chain.till.treasury, nonces, { latest: latest.value.blockhash, amount });
  return (await chain.send((await sign(built, treasuryKey)).transaction)).kind === 'sent';
}
