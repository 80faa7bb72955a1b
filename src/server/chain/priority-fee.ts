import { type Rpc, read } from './rpc.ts';
import { arrayAt, objectAt, unitsAt } from './shape.ts';
import { fact } from './answer.ts';

const PERCENT = 75;

/**
 * The price of a compute unit that most transactions which wrote to these accounts lately stayed
 * below, in micro-lamports. Without an answer 0: a payout never waits for an estimate.
 */
export async function usualPrice(rpc: Rpc, writable: readonly string[]): Promise<bigint> {
  const outcome = await rpc.call('getRecentPrioritizationFees', [writable]);
  const answer = read(outcome, (value) => {
    const prices = arrayAt(value, 'fees').map((entry) =>
      unitsAt(objectAt(entry, 'fee')['prioritizationFee'], 'prioritizationFee'),
    );
    return fact(prices, 0);
  });
  const prices = answer.kind === 'fact' ? answer.value : [];
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : 1));
  return sorted[Math.floor((sorted.length * PERCENT) / 100)] ?? 0n;
}
