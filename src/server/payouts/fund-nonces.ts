import type { NoncesJson } from '#contract/payouts/admin-sells';
import { type Lamports, formatAmount, lamports } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { signedMatchesBuilt } from '../kernel/chain/signed-matches-built.ts';
import { funding } from '../kernel/chain/nonce-transactions.ts';
import { NONCE_BYTES, NONCE_FEES_MIN, type NoncePool } from '../kernel/chain/nonces.ts';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Answer } from '../kernel/base/route.ts';
import type { Parts } from '../kernel/parts.ts';
import { logOwnerAct } from '../terms/log-owner-act.ts';
import { paysOutside } from './is-outside-treasury.ts';

type FundingParts = Pick<Parts, 'chain' | 'nonces' | 'treasuryKey' | 'owners'>;

/** Balance up to which the server's key is funded once it is below its need. */
const FEES_FULL = 20_000_000n;

/** Missing accounts of the nonce pool, and the SOL that the server's key needs to create and use them. */
interface NonceNeeds {
  readonly missing: NoncePool['accounts'];
  readonly rent: Lamports;
  /** SOL missing on the server's key; 0 if it has enough. */
  readonly lacks: Lamports;
}

/** Returns what the nonce pool needs; null if the chain does not respond. */
export async function nonceNeeds({
  chain,
  nonces,
}: Pick<Parts, 'chain' | 'nonces'>): Promise<NonceNeeds | null> {
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

const serializeNonces = (parts: FundingParts, { missing, lacks }: NonceNeeds): NoncesJson => ({
  ready: parts.nonces.accounts.length - missing.length,
  wanted: parts.nonces.accounts.length,
  serverKey: parts.nonces.authority,
  lacksSOL: formatAmount('SOL', lacks),
  paysOutside: paysOutside(parts),
});

/** Returns the number of nonces ready for payouts, and the SOL that the server's key lacks to create the others. */
export async function readNonces(parts: FundingParts): Promise<Result<NoncesJson>> {
  const needs = await nonceNeeds(parts);
  return needs ? ok(serializeNonces(parts, needs)) : refuse('CHAIN_UNAVAILABLE');
}

/**
 * Funds the server's key for fees from the owner's wallet: the first call returns the transfer, the second
 * sends it signed. `payouts/keep-nonces.ts` then creates the accounts.
 */
export async function fundNonces(
  parts: FundingParts & Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  asked: { readonly signedTransaction?: string | undefined; readonly reason?: string | undefined },
): Promise<Result<Answer<NoncesJson & { transaction?: string }>>> {
  const { chain, nonces } = parts;
  const { signedTransaction, reason = null } = asked;
  if (paysOutside(parts)) {
    return refuse('PAYOUT_IMPOSSIBLE', { reason: 'the treasury pays outside, without nonces' });
  }
  const [needs, latest] = [await nonceNeeds(parts), await chain.latestBlockhash()];
  if (!needs || latest.kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  const body = serializeNonces(parts, needs);
  if (needs.lacks === 0n) return ok({ status: 200, body });
  const order = { latest: latest.value.blockhash, amount: needs.lacks };
  const transaction = funding(chain.till.treasury, nonces, order);
  if (signedTransaction === undefined) return ok({ status: 202, body: { ...body, transaction } });
  const match = await signedMatchesBuilt(signedTransaction, transaction);
  if (match.kind === 'other') return refuse('PAYOUT_MISMATCH', { reason: match.reason });
  // Logged before sending, so that nothing leaves the treasury without a log line.
  const { signature, transaction: signed } = match.signed;
  const log = { actor, call, reason, before: body, after: { signature } };
  await logOwnerAct(parts, log);
  const sending = await chain.send(signed);
  if (sending.kind === 'refused') return refuse('PAYOUT_EXPIRED');
  if (sending.kind === 'unknown') return refuse('CHAIN_UNAVAILABLE');
  return ok({ status: 200, body });
}
