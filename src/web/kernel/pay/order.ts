import type { BondQuote } from '#contract/bonds/bonds';
import type { FeeQuoteJson } from '#contract/vaults/vaults';
import type { PayToken } from '#domain/base/money';

interface Asked {
  readonly walletAddress: string;
  readonly walletName: string;
  readonly userId: string;
}

/** SOL or USDC for LMT. */
export interface BondOrder extends Asked {
  readonly purpose: 'bond';
  readonly tokenType: PayToken;
  readonly amount: string;
  /** The LMT that was shown; a quote for less is asked about first. */
  readonly expected: string;
  /** A quote that still holds long enough, where there is one. */
  readonly quote: BondQuote | null;
}

/** LMT into a vault, for a fee in SOL. */
export interface StakeOrder extends Asked {
  readonly purpose: 'stake';
  readonly lmtAmount: string;
  readonly autoRestake: boolean;
  /** The lamports that were shown as left to pay; a quote for more is asked about first. */
  readonly expected: string;
  readonly quote: FeeQuoteJson | null;
  /** Lamports that the server has found missing: no more than these are paid. */
  readonly missing?: string;
}

/** What the user asked for, and what the screen promised. */
export type Order = BondOrder | StakeOrder;

/** What is to be transferred to the treasury, and the key that names what it is for. */
export interface Transfer {
  readonly tokenType: PayToken;
  readonly amount: string;
  readonly treasuryAddress: string;
  readonly reference: string;
  readonly mint?: string | undefined;
  readonly treasuryTokenAccount?: string | undefined;
  /** Whether the payment makes that account. */
  readonly tokenAccountMissing?: true | undefined;
}
