import type { PayToken } from '#domain/base/money';
import type { ParsedTransaction } from '#domain/payments/deposit';
import { type Movement, type PayoutTrace, movementsOf } from '#domain/treasury/movement';
import { payoutKeys } from '../kernel/chain/payout-keys.ts';
import type { Parts } from '../kernel/parts.ts';
import { newId } from '../kernel/db/ids.ts';
import { payoutsTo, recordTransaction } from './movement-queries.ts';

export type RecordingParts = Pick<Parts, 'database' | 'chain' | 'nonces' | 'ignoredPayers'>;

/** Returns the token of a treasury account; null for an earlier treasury's address. */
export function tokenOf({ chain }: Pick<Parts, 'chain'>, address: string): PayToken | null {
  const { treasury, treasuryTokenAccount } = chain.till;
  if (address === treasury) return 'SOL';
  return address === treasuryTokenAccount ? 'USDC' : null;
}

/**
 * Marks a finalized transaction, also a failed one, as processed for a watched address, and records its
 * movements on that account. The account's first transaction also sets the opening balance.
 */
export async function recordMovements(
  parts: RecordingParts,
  address: string,
  facts: ParsedTransaction,
): Promise<void> {
  const token = tokenOf(parts, address);
  const moved = token === null ? [] : await movementsIn(parts, token, facts);
  const { signature, slot } = facts;
  await recordTransaction(parts.database, address, { signature, slot, parts: moved });
}

async function movementsIn(
  parts: RecordingParts,
  token: PayToken,
  facts: ParsedTransaction,
): Promise<Movement[]> {
  const { chain, nonces, ignoredPayers: faucets } = parts;
  const { signature, slot, blockTime, err } = facts;
  const balance = facts.balances.find((each) => each.token === token);
  if (!balance || blockTime === null) return [];
  const payouts = await tracesOf(parts, facts);
  const moved = movementsOf(token, {
    facts,
    till: chain.till,
    payouts,
    faucets,
    nonceAuthority: nonces.authority,
  });
  return moved.map((each, part) => ({
    ...each,
    ...balance,
    id: newId(blockTime),
    signature,
    part,
    slot,
    blockTime,
    failed: err !== null,
  }));
}

/**
 * Returns the stored payouts that a transaction may be: those to the wallets that it pays from the treasury.
 */
async function tracesOf(
  { database, chain }: Pick<Parts, 'database' | 'chain'>,
  { transfers, signature }: ParsedTransaction,
): Promise<PayoutTrace[]> {
  const { treasury } = chain.till;
  const receivers = transfers.flatMap(({ sourceOwner, destinationOwner }) =>
    sourceOwner === treasury && destinationOwner !== null ? [destinationOwner] : [],
  );
  if (receivers.length === 0) return [];
  const payouts = await payoutsTo(database, [...new Set(receivers)], signature);
  return payouts.map((payout) => ({ ...payout, ...payoutKeys(payout) }));
}
