import { checkedBalance } from '#domain/treasury/balance-check';
import type { PayToken } from '#domain/base/money';
import type { TreasuryBalances } from '#domain/payments/deposit';
import type { Parts } from '../kernel/parts.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { storeBalanceCheck, readBalanceChecks, writtenAt } from './balance-check-queries.ts';

type ComparingParts = Pick<Parts, 'database' | 'chain' | 'fence'>;

/** Balances of the treasury at a slot, as reported by the chain. */
interface Sample extends TreasuryBalances {
  readonly slot: number;
}

/** For each account, the slot below which all listed transactions have been processed. */
export type CoveredSlots = Readonly<Partial<Record<PayToken, number>>>;

/**
 * Compares the chain's balances with the movements after each reconcile pass. A sample is compared after the
 * next pass, when everything that explains it has been listed and processed.
 */
export function balanceComparison(parts: ComparingParts): (covered: CoveredSlots) => Promise<void> {
  let sample: Sample | null = null;
  return async (covered) => {
    if (sample) await compare(parts, sample, covered);
    sample = await sampled(parts);
  };
}

async function sampled({ chain }: ComparingParts): Promise<Sample | null> {
  const balances = await chain.balances('finalized');
  return balances.kind === 'fact' ? { ...balances.value, slot: balances.slot } : null;
}

/** Records the comparison of the accounts whose movements are complete up to the sample. */
async function compare(
  { database, fence: fenceNow }: ComparingParts,
  { slot, lamports, usdc }: Sample,
  covered: CoveredSlots,
): Promise<void> {
  const fence = fenceNow();
  const { now } = await readHead(database);
  const before = await readBalanceChecks(database);
  for (const written of await writtenAt(database, slot)) {
    const { token } = written;
    // Skipped at the covered slot itself, because another transaction of that slot may follow.
    if ((covered[token] ?? 0) <= slot) continue;
    const found = { ...written, slot, held: token === 'SOL' ? lamports : usdc };
    const last = before.find((each) => each.token === token) ?? null;
    await storeBalanceCheck(database, checkedBalance(found, last, now), fence);
  }
}
