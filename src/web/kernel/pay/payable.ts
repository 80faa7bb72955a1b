import {
  type ChainError,
  feeOf,
  forgetLifetime,
  isShortOfFunds,
  recentLifetime,
  simulate,
  tokenAccountRent,
} from './chain.ts';
import { ShortOfFunds, ShortOfSol } from './failure.ts';
import type { Transfer } from './order.ts';
import { readSolShortfall } from './sol-needed.ts';

/** It has expired, or the very same transfer was paid before on it. */
const OLD_BLOCKHASH: readonly ChainError[] = ['BlockhashNotFound', 'AlreadyProcessed'];

/** The unsigned transfer and what it costs beside its amount, tried out first: the wallet is never asked to sign what can't succeed. */
export async function payable(walletAddress: string, transfer: Transfer) {
  const { buildTransfer, messageOf, toBase64 } = await import('./transfer.ts');
  const rent = transfer.tokenAccountMissing ? tokenAccountRent().catch(() => null) : null;
  for (let attempt = 0; ; attempt += 1) {
    const lifetime = await recentLifetime();
    const bytes = await buildTransfer(walletAddress, transfer, lifetime);
    const fee = feeOf(toBase64(messageOf(bytes))).catch(() => null);
    const error = await simulate(toBase64(bytes));
    if (error === null) {
      return { bytes, lifetime, networkFee: await fee, accountRent: await rent };
    }
    forgetLifetime();
    if (!OLD_BLOCKHASH.includes(error) || attempt > 0) {
      throw await asFailure(error, { walletAddress, transfer, fee: await fee });
    }
  }
}

interface Tried {
  readonly walletAddress: string;
  readonly transfer: Transfer;
  /** Network fee in lamports; null if the chain did not say. */
  readonly fee: number | null;
}

async function asFailure(
  found: ChainError,
  { walletAddress, transfer, fee }: Tried,
): Promise<Error> {
  if (!isShortOfFunds(found)) return new Error(JSON.stringify(found));
  if (transfer.tokenType === 'SOL') return new ShortOfFunds();
  const shortfall = await readSolShortfall(walletAddress, transfer, fee).catch(() => null);
  return shortfall ? new ShortOfSol(shortfall) : new ShortOfFunds();
}
