import { type Rpc, read } from './rpc.ts';
import { arrayAt, objectAt, unitsAt } from './shape.ts';
import { fact } from './answer.ts';

/** Micro-lamports per compute unit: enough to be ahead of those who pay nothing. */
const PRICE_MIN = 10_000n;
/** With the 120,000 units of the largest transfer: 0.00024 SOL at most. */
const PRICE_MAX = 2_000_000n;
const PERCENT = 75;

/**
 * The price of a compute unit that most transactions which wrote to these accounts lately stayed
 * below, within bounds, in micro-lamports. Without an answer the least price: a payout never waits
 * for an estimate.
 */
export async function priorityPrice(rpc: Rpc, writable: readonly string[]): Promise<bigint> {
  const outcome = await rpc.call('getRecentPrioritizationFees', [writable]);
  const answer = read(outcome, (value) => {
    const prices = arrayAt(value, 'fees').map((entry) =>
      unitsAt(objectAt(entry, 'fee')['prioritizationFee'], 'prioritizationFee'),
    );
    return fact(prices, 0);
  });
  const prices = answer.kind === 'fact' ? answer.value : [];
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : 1));
  const usual = sorted[Math.floor((sorted.length * PERCENT) / 100)] ?? 0n;
  if (usual < PRICE_MIN) return PRICE_MIN;
  return usual > PRICE_MAX ? PRICE_MAX : usual;
}
