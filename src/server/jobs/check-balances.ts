import { MINUTE_MS } from '#domain/base/time';
import { checkedBalance } from '#domain/treasury/balance-check';
import type { TreasuryBalances } from '#domain/bonds/deposit';
import type { Parts } from '../parts.ts';
import { readHead } from '../store/terms/head.ts';
import {
  keepBalanceCheck,
  knownSlotOf,
  readBalanceChecks,
  writtenAt,
} from '../store/treasury/balance-checks.ts';
import type { Job } from './job.ts';

type CheckingParts = Pick<Parts, 'database' | 'chain' | 'fence'>;

/** What the chain said that the treasury held at a slot. */
interface Sample extends TreasuryBalances {
  readonly slot: number;
}

/**
 * Holds what the chain says that the treasury's accounts hold against what was written down of them. A
 * balance waits until the watcher is past its slot: then all that explains it has been written. What
 * differs is compared again each minute, since what is missing may be found.
 */
export function checkBalances(parts: CheckingParts): Job {
  const { database, chain } = parts;
  let waiting: Sample | null = null;
  let compared: Sample | null = null;
  let differs = false;
  return {
    name: 'check-balances',
    everyMs: MINUTE_MS,
    where: 'leader',
    async run() {
      const { treasury, treasuryTokenAccount } = chain.till;
      waiting ??= await sampled(parts);
      const known = await knownSlotOf(database, [treasury, treasuryTokenAccount]);
      // Of the slot that the watcher is at, another transaction may follow.
      if (waiting && known !== null && known > waiting.slot) {
        compared = waiting;
        waiting = await sampled(parts);
        differs = await compare(parts, compared);
      } else if (compared && differs) {
        differs = await compare(parts, compared);
      }
    },
  };
}

async function sampled({ chain }: CheckingParts): Promise<Sample | null> {
  const balances = await chain.balances('finalized');
  return balances.kind === 'fact' ? { ...balances.value, slot: balances.slot } : null;
}

/** Keeps how both accounts compare; whether one of them differs. */
async function compare(
  { database, fence: fenceNow }: CheckingParts,
  { slot, lamports, usdc }: Sample,
): Promise<boolean> {
  const fence = fenceNow();
  const { now } = await readHead(database);
  const before = await readBalanceChecks(database);
  const checks = (await writtenAt(database, slot)).map((written) => {
    const found = { ...written, slot, held: written.token === 'SOL' ? lamports : usdc };
    const last = before.find(({ token }) => token === found.token) ?? null;
    return checkedBalance(found, last, now);
  });
  for (const check of checks) await keepBalanceCheck(database, check, fence);
  return checks.some(({ since }) => since !== null);
}
