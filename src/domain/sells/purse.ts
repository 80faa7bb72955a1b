import {
  type Amount,
  DECIMALS,
  type Lamports,
  type PayToken,
  type UsdPrice,
  type Usdc,
  add,
  max,
} from '../base/money.ts';
import { valueInUsd } from '../terms/price.ts';

/** What the treasury has of a token, what open payouts take of it, and what is left. */
export interface PurseLine<T extends PayToken> {
  readonly balance: Amount<T>;
  readonly reserved: Amount<T>;
  /** Never below 0. */
  readonly available: Amount<T>;
}

/** What the treasury can pay with. */
export interface PurseLines {
  readonly SOL: PurseLine<'SOL'>;
  readonly USDC: PurseLine<'USDC'>;
}

const lineOf = <T extends PayToken>(balance: Amount<T>, reserved: Amount<T>): PurseLine<T> => ({
  balance,
  reserved,
  available: max(0n, balance - reserved) as Amount<T>,
});

/** Finalized balances less what payouts that can still pay take of them, their costs in SOL included. */
export function purseOf(
  balances: { readonly lamports: Lamports; readonly usdc: Usdc },
  open: { readonly lamports: Lamports; readonly usdc: Usdc; readonly costs: Lamports },
): PurseLines {
  return {
    SOL: lineOf(balances.lamports, add(open.lamports, open.costs)),
    USDC: lineOf(balances.usdc, open.usdc),
  };
}

/** What payouts in both tokens are worth in USD at a SOL price. */
export function queueValue(
  { lamports, usdc }: { readonly lamports: Lamports; readonly usdc: Usdc },
  sol: UsdPrice,
): Usdc {
  return add(valueInUsd(lamports, DECIMALS.SOL, sol), usdc);
}
