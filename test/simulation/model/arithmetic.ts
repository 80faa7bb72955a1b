/** Arithmetic of the model, independent of the product's. */
export type Token = 'LMT' | 'SOL' | 'USDC';
export type PayToken = 'SOL' | 'USDC';

const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** Unit of fees and growth: one millionth. */
export const MILLION = 1_000_000n;
const DECIMALS = { LMT: 8, SOL: 9, USDC: 6 } as const;

/** Formats units as a decimal with all digits. */
export function decimal(units: bigint, digits: number): string {
  const sign = units < 0n ? '-' : '';
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export const amount = (token: Token, units: bigint): string => decimal(units, DECIMALS[token]);
export const inLmt = (units: bigint): string => amount('LMT', units);
export const iso = (at: number): string => new Date(at).toISOString();
export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

/** Charges are rounded up. */
export const up = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;
export const halfUp = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);
export const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const higher = (a: bigint, b: bigint): bigint => (a > b ? a : b);
export const total = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

/** LMT in 10⁻⁶ USDC, SOL in 10⁻¹² USD. */
export interface Prices {
  readonly lmt: bigint;
  readonly sol: bigint;
}

/** LMT bought by a payment. */
export const bought = (token: PayToken, paid: bigint, { lmt, sol }: Prices): bigint =>
  token === 'SOL' ? (paid * sol) / (10_000_000n * lmt) : (paid * 100_000_000n) / lmt;

/** Payout value of LMT. */
export const worth = (token: PayToken, units: bigint, { lmt, sol }: Prices): bigint =>
  token === 'SOL' ? (units * lmt * 10_000_000n) / sol : (units * lmt) / 100_000_000n;

/** Staking fee in lamports. */
export const stakingFee = (units: bigint, rate: bigint, { lmt, sol }: Prices): bigint =>
  up(units * rate * lmt * 10n, sol);

/** Displayed price of one LMT in a token. */
export const shownPrice = (token: PayToken, { lmt, sol }: Prices): string =>
  token === 'SOL' ? amount('SOL', halfUp(lmt * 1_000_000_000_000_000n, sol)) : amount('USDC', lmt);
