import type { NoncesJson } from '#contract/admin-sells';
import { formatAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { matchesBuilt } from '../../chain/matches-built.ts';
import { funding } from '../../chain/nonce-transactions.ts';
import type { Admin } from '../../guards/owner.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { termsFacts } from '../../store/protocol/facts.ts';
import { type NonceNeeds, nonceNeeds } from './keep-nonces.ts';
import { paysOutside } from './pays-outside.ts';

type Asking = Pick<Parts, 'chain' | 'nonces' | 'treasuryKey' | 'owners'>;

const presentNonces = (parts: Asking, { missing, lacks }: NonceNeeds): NoncesJson => ({
  ready: parts.nonces.accounts.length - missing.length,
  wanted: parts.nonces.accounts.length,
  serverKey: parts.nonces.authority,
  lacksSOL: formatAmount('SOL', lacks),
  paysOutside: paysOutside(parts),
});

/** How many nonces payouts can use, and what the server's key lacks to make the others. */
export async function readNonces(parts: Asking): Promise<Result<NoncesJson>> {
  const needs = await nonceNeeds(parts);
  return needs ? ok(presentNonces(parts, needs)) : refuse('CHAIN_UNAVAILABLE');
}

/**
 * Gives the server's key its money for fees by the owner's wallet: the first call hands out the
 * transfer, the second brings it back signed. `jobs/keep-nonces.ts` makes the accounts of it.
 */
export async function fundNonces(
  parts: Asking & Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  asked: { readonly signedTransaction?: string | undefined; readonly reason?: string | undefined },
): Promise<Result<Answer<NoncesJson & { transaction?: string }>>> {
  const { chain, nonces, writer } = parts;
  const { signedTransaction, reason = null } = asked;
  if (paysOutside(parts)) {
    return refuse('PAYOUT_IMPOSSIBLE', { reason: 'the treasury pays outside, without nonces' });
  }
  const [needs, latest] = [await nonceNeeds(parts), await chain.latestBlockhash()];
  if (!needs || latest.kind !== 'fact') return refuse('CHAIN_UNAVAILABLE');
  const body = presentNonces(parts, needs);
  if (needs.lacks === 0n) return ok({ status: 200, body });
  const order = { latest: latest.value.blockhash, amount: needs.lacks };
  const transaction = funding(chain.till.treasury, nonces, order);
  if (signedTransaction === undefined) return ok({ status: 202, body: { ...body, transaction } });
  const match = await matchesBuilt(signedTransaction, transaction);
  if (match.kind === 'other') return refuse('PAYOUT_MISMATCH', { reason: match.reason });
  // Logged first: nothing leaves the treasury that the log does not tell of.
  const { signature, transaction: signed } = match.signed;
  const log = { actor, call, reason, before: body, after: { signature } };
  await writer.commit({
    facts: termsFacts,
    key: null,
    locks: {},
    decide: () => ({ plan: { journals: [], items: [], log }, answer: null }),
  });
  const sending = await chain.send(signed);
  if (sending.kind === 'refused') return refuse('PAYOUT_EXPIRED');
  if (sending.kind === 'unknown') return refuse('CHAIN_UNAVAILABLE');
  return ok({ status: 200, body });
}
