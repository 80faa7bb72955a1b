import type { PayToken } from '#domain/base/money';
import type { TransactionFacts } from '#domain/bonds/deposit';
import { type Movement, type PayoutTrace, movementsOf } from '#domain/treasury/movement';
import { movementFigures } from '#domain/treasury/movement-figure';
import { payoutKeys } from '../chain/payout-keys.ts';
import type { Parts } from '../parts.ts';
import { newId } from '../store/db/ids.ts';
import { readHead } from '../store/terms/head.ts';
import { readMovementTotals } from '../store/treasury/known-movements.ts';
import {
  addMovements,
  openMovements,
  openingSlotOf,
  partsOf,
  payoutsTo,
} from '../store/treasury/movements.ts';

export type RecordingParts = Pick<Parts, 'database' | 'chain' | 'nonces' | 'ignoredPayers'>;

/** The token of one of the till's accounts. */
export const tokenOf = ({ chain }: Pick<Parts, 'chain'>, address: string): PayToken =>
  address === chain.till.treasury ? 'SOL' : 'USDC';

/**
 * Writes down what a finalized transaction moved on the till's account of a token, failed ones too, in
 * the order of that account's transactions, once. The first also says what the account held before.
 */
export async function recordMovements(
  parts: RecordingParts,
  token: PayToken,
  facts: TransactionFacts,
): Promise<void> {
  const { database, chain, nonces, ignoredPayers: faucets } = parts;
  const { signature, slot, blockTime, err } = facts;
  const balance = facts.balances.find((each) => each.token === token);
  if (!balance || blockTime === null) return;
  const payouts = await tracesOf(parts, facts);
  const moved = movementsOf(token, {
    facts,
    till: chain.till,
    payouts,
    faucets,
    nonceAuthority: nonces.authority,
  });
  await addMovements(
    database,
    moved.map((each, part) => ({
      ...each,
      ...balance,
      id: newId(blockTime),
      signature,
      part,
      slot,
      blockTime,
      failed: err !== null,
      transactions: 1,
    })),
  );
}

/** The stored payouts that a transaction may be: those to the wallets that it pays out of the treasury. */
async function tracesOf(
  { database, chain }: Pick<Parts, 'database' | 'chain'>,
  { transfers, signature }: TransactionFacts,
): Promise<PayoutTrace[]> {
  const { treasury } = chain.till;
  const receivers = transfers.flatMap(({ sourceOwner, destinationOwner }) =>
    sourceOwner === treasury && destinationOwner !== null ? [destinationOwner] : [],
  );
  if (receivers.length === 0) return [];
  const payouts = await payoutsTo(database, [...new Set(receivers)], signature);
  return payouts.map((payout) => ({ ...payout, ...payoutKeys(payout) }));
}

/**
 * Takes down what an account held after its newest transaction that was dealt with: its movements begin
 * there. Where that cannot be read, they begin with the next transaction.
 */
export async function beginMovements(
  { database, chain }: Pick<Parts, 'database' | 'chain'>,
  address: string,
  newest: string,
): Promise<void> {
  const token = tokenOf({ chain }, address);
  if ((await openingSlotOf(database, token)) !== null) return;
  const facts = await chain.facts(newest);
  if (facts.kind !== 'fact' || facts.value.blockTime === null) return;
  const { balances, slot, blockTime } = facts.value;
  const balance = balances.find((each) => each.token === token);
  if (balance) {
    await openMovements(database, { token, balance: balance.after }, { slot, at: blockTime });
  }
}

/**
 * The treasury has another address: what its account holds takes the place of what the account before it
 * held, by one movement, which the owner names; none where both are the same. It stands under the address,
 * since no transaction is both. Null while the chain does not say what the account holds.
 */
export async function handOver(
  parts: Pick<Parts, 'database' | 'chain'>,
  address: string,
  { newest, slot }: { readonly newest: string | null; readonly slot: number },
): Promise<readonly Movement[] | null> {
  const { database, chain } = parts;
  const token = tokenOf(parts, address);
  if ((await openingSlotOf(database, token)) === null) return [];
  const facts = newest === null ? null : await chain.facts(newest);
  if (facts && facts.kind !== 'fact') return null;
  const held = facts?.value.balances.find((each) => each.token === token)?.after ?? 0n;
  const figures = movementFigures(await readMovementTotals(database));
  const before = figures.find((each) => each.token === token)?.expected ?? 0n;
  if (held === before) return [];
  const { now } = await readHead(database);
  const own = { kind: 'own', counterparty: null, payoutId: null, failed: false } as const;
  // An address that the treasury comes back to has been handed over to before.
  const part = await partsOf(database, address, token);
  const moved = { amount: held - before, before, after: held, part, transactions: 1 };
  const where = { token, signature: address, slot, blockTime: now };
  return [{ id: newId(now), ...own, ...moved, ...where }];
}
