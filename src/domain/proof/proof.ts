import {
  LMT_PRICE_DECIMALS,
  type LmtPrice,
  type PayToken,
  type Usdc,
  formatAmount,
  formatDecimal,
} from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import type { OwedTokens } from '../payouts/owed-tokens.ts';
import type { PricedHolding } from '../treasury/holdings.ts';
import { coverage, holdingsValue } from '../treasury/treasury.ts';
import type { Day } from '#proof/files/day';

/** A debt in SOL or USDC: listed, not proven. */
export interface OtherLiability {
  readonly asset: PayToken;
  /** Base units, as digits. */
  readonly units: string;
  readonly what: 'fee credit' | 'unmatched deposits' | 'open payouts';
}

/** An account of the treasury as read from the chain, with the treasury's signature. */
export interface ProvenHolding {
  readonly asset: PayToken;
  readonly address: string;
  readonly amount: string;
  readonly slot: number;
  readonly ownership: { readonly message: string; readonly signature: string } | null;
}

/** Values in USD of all that is owed and held. A coverage is null if nothing is owed. */
export interface ProofWorth {
  readonly lmtPriceUSDC: string;
  readonly liabilitiesUSD: string;
  /** Value of what the chain shows: SOL and USDC. */
  readonly onChainUSD: string;
  /** Value including what the owner has entered. */
  readonly withEntriesUSD: string;
  readonly coverageOnChain: string | null;
  readonly coverageWithEntries: string | null;
}

/** The snapshot that a day's proof is made of. */
export interface ProofSnapshot {
  readonly day: Day;
  readonly at: Instant;
  /** 32 bytes in hex, of this day. Salts follow from it; it is never published. */
  readonly secret: string;
  /** 32 bytes in hex, the same on every day. Splits follow from it; it is never published. */
  readonly splitSecret: string;
  /** Number of wallets that are owed something. */
  readonly wallets: number;
  readonly totalUnits: bigint;
  readonly logHead: string;
  readonly other: readonly OtherLiability[];
  /** Value of all that is owed, in LMT and beside it, at the prices of that instant. */
  readonly lmtPrice: LmtPrice;
  readonly owedUsd: Usdc;
}

/** The transaction that writes a day's root on the chain. */
export interface Anchor {
  readonly transaction: string;
  readonly signature: string;
  /** Text that it writes. */
  readonly memo: string;
  /** Bounds of where it can land: block height above, slot below. */
  readonly lastValidBlockHeight: number;
  readonly builtSlot: number;
  /** Slot in which it landed; null until it was seen. */
  readonly slot: number | null;
  readonly isFinal: boolean;
}

/** A day's proof once its tree is made. */
export interface Proof extends ProofSnapshot {
  readonly leaves: number;
  readonly root: string;
  readonly holdings: readonly ProvenHolding[];
  readonly worth: ProofWorth;
  readonly anchor: Anchor | null;
}

/**
 * Returns the treasury of a proof's day, whose signatures the proof bears: the address that holds its SOL. It
 * may differ from today's treasury.
 */
export function treasuryOf({ day, holdings }: Pick<Proof, 'day' | 'holdings'>): string {
  const own = holdings.find(({ asset }) => asset === 'SOL');
  if (!own) throw new Error(`the proof of ${day} names no treasury`);
  return own.address;
}

export const otherLiabilities = ({ SOL, USDC }: OwedTokens): OtherLiability[] => [
  { asset: 'SOL', units: SOL.credit.toString(), what: 'fee credit' },
  { asset: 'SOL', units: SOL.deposits.toString(), what: 'unmatched deposits' },
  { asset: 'USDC', units: USDC.deposits.toString(), what: 'unmatched deposits' },
  { asset: 'SOL', units: SOL.payouts.toString(), what: 'open payouts' },
  { asset: 'USDC', units: USDC.payouts.toString(), what: 'open payouts' },
];

/**
 * Computes coverage by what the chain shows, and coverage including what the owner has entered.
 *
 * @param holdings all holdings of the treasury, with prices
 */
export function worthOf(
  { lmtPrice, owedUsd }: Pick<ProofSnapshot, 'lmtPrice' | 'owedUsd'>,
  holdings: readonly PricedHolding[],
): ProofWorth {
  const onChain = holdingsValue(holdings.filter(({ origin }) => origin === 'chain'));
  const withEntries = holdingsValue(holdings);
  const ratio = (held: Usdc): string | null => {
    const hundredths = coverage(held, owedUsd);
    return hundredths === null ? null : formatDecimal(hundredths, 2);
  };
  return {
    lmtPriceUSDC: formatDecimal(lmtPrice, LMT_PRICE_DECIMALS),
    liabilitiesUSD: formatAmount('USDC', owedUsd),
    onChainUSD: formatAmount('USDC', onChain),
    withEntriesUSD: formatAmount('USDC', withEntries),
    coverageOnChain: ratio(onChain),
    coverageWithEntries: ratio(withEntries),
  };
}
