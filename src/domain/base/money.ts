import { type Result, ok, refuse } from './result.ts';

export type Token = 'LMT' | 'SOL' | 'USDC';
/** Token of bonds and payouts. */
export type PayToken = 'SOL' | 'USDC';

/** Whole number of base units: 10⁻⁸ LMT, 10⁻⁹ SOL (lamports), 10⁻⁶ USDC. */
export type Amount<T extends Token = Token> = bigint & { readonly __token: T };
export type Lmt = Amount<'LMT'>;
export type Lamports = Amount<'SOL'>;
export type Usdc = Amount<'USDC'>;

/** Fee or growth rate in millionths: 15_000n is 1.5%. */
export type Rate = bigint & { readonly __unit: '1e-6' };
/** Yearly percentage in hundredths: 100_000n is 1000.00%. */
export type Apy = bigint & { readonly __unit: '1e-2 percent' };
/** Price of one LMT in 10⁻⁶ USDC. */
export type LmtPrice = bigint & { readonly __unit: '1e-6 USDC per LMT' };
/** Price of a market asset in 10⁻¹² USD, because the treasury holds assets worth 10⁻⁶ USD. */
export type UsdPrice = bigint & { readonly __unit: '1e-12 USD' };

export const DECIMALS: { readonly [T in Token]: number } = { LMT: 8, SOL: 9, USDC: 6 };
export const RATE_DECIMALS = 6;
export const APY_DECIMALS = 2;
export const LMT_PRICE_DECIMALS = 6;
export const USD_PRICE_DECIMALS = 12;

/** Maximum of the ledger's 64-bit columns. */
export const MAX_AMOUNT = 2n ** 63n - 1n;
/** Maximum fraction digits in a request, for every token. */
const REQUEST_DECIMALS = 8;

export const lmt = (units: bigint): Lmt => units as Lmt;
export const lamports = (units: bigint): Lamports => units as Lamports;
export const usdc = (units: bigint): Usdc => units as Usdc;
export const rate = (millionths: bigint): Rate => millionths as Rate;
export const apy = (hundredths: bigint): Apy => hundredths as Apy;
export const lmtPrice = (units: bigint): LmtPrice => units as LmtPrice;
export const usdPrice = (units: bigint): UsdPrice => units as UsdPrice;

export const add = <T extends Token>(a: Amount<T>, b: Amount<T>): Amount<T> => (a + b) as Amount<T>;
export const sub = <T extends Token>(a: Amount<T>, b: Amount<T>): Amount<T> => (a - b) as Amount<T>;
export const sum = <T extends Token>(amounts: Iterable<Amount<T>>): Amount<T> => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total as Amount<T>;
};
export const min = <T extends bigint>(a: T, b: T): T => (a < b ? a : b);
export const max = <T extends bigint>(a: T, b: T): T => (a > b ? a : b);

/** Returns a × b / c rounded down, for a, b ≥ 0 and c > 0. Used for credited amounts. */
export function mulDivDown(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b) / c;
}

/** Returns a × b / c rounded up, for a, b ≥ 0 and c > 0. Used for charged amounts. */
export function mulDivUp(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b + c - 1n) / c;
}

/** Returns a × b / c rounded half up, for a, b ≥ 0 and c > 0. Used for display and price steps. */
export function mulDivHalfUp(a: bigint, b: bigint, c: bigint): bigint {
  return (2n * a * b + c) / (2n * c);
}

export function checkMinimum<T extends Token>(
  token: T,
  amount: Amount<T>,
  minimum: Amount<T>,
): Result<null> {
  if (amount >= minimum) return ok(null);
  return refuse('BELOW_MINIMUM', { token, minimum: formatAmount(token, minimum) });
}

/** Gross amount split into fee and net; the fee is rounded up, and fee + net = gross. */
export interface FeeSplit<T extends Token> {
  readonly fee: Amount<T>;
  readonly net: Amount<T>;
}

/**
 * Takes a fee of `feeRate` from `gross`.
 *
 * @example takeFee(lmt(417123287n), rate(15000n)) // { fee: 6256850n, net: 410866437n }
 */
export function takeFee<T extends Token>(gross: Amount<T>, feeRate: Rate): FeeSplit<T> {
  const fee = mulDivUp(gross, feeRate, 1_000_000n) as Amount<T>;
  return { fee, net: sub(gross, fee) };
}

const DIGITS = /^(\d{1,40})(?:\.(\d{1,40}))?$/;

/** Parses a plain decimal with at most `decimals` fraction digits into units; null if it is anything else. */
export function parseDecimal(text: string, decimals: number): bigint | null {
  const match = DIGITS.exec(text);
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/**
 * Formats units as a decimal with exactly `decimals` fraction digits.
 *
 * @example formatDecimal(1234567800n, 8) // '12.34567800'
 */
export function formatDecimal(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  const body = decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
  return units < 0n ? `-${body}` : body;
}

/** Formats an amount for the wire with all decimals of the token: '49.350000000' for 49.35 SOL. */
export function formatAmount<T extends Token>(token: T, amount: Amount<T>): string {
  return formatDecimal(amount, DECIMALS[token]);
}

/** Inverse of formatAmount, without rounding. Null if the text is no amount or above the maximum. */
export function parseAmount<T extends Token>(token: T, text: string): Amount<T> | null {
  const units = parseDecimal(text, DECIMALS[token]);
  return units === null || units > MAX_AMOUNT ? null : (units as Amount<T>);
}

/**
 * Parses an amount in a request: at most 8 fraction digits, which beyond the token's decimals must be 0. Never
 * rounds.
 *
 * @example parseRequestAmount('USDC', '1.50000000') // ok 1500000n
 * @example parseRequestAmount('USDC', '1.0000001')  // refused AMOUNT_TOO_PRECISE
 */
export function parseRequestAmount<T extends Token>(token: T, text: string): Result<Amount<T>> {
  const match = DIGITS.exec(text);
  if (!match) return refuse('AMOUNT_MALFORMED', { token });
  const [, whole = '', fraction = ''] = match;
  const held = fraction.slice(0, DECIMALS[token]);
  const beyond = fraction.slice(DECIMALS[token]);
  if (fraction.length > REQUEST_DECIMALS || /[1-9]/.test(beyond)) {
    return refuse('AMOUNT_TOO_PRECISE', { token });
  }
  const units = BigInt(whole + held.padEnd(DECIMALS[token], '0'));
  if (units > MAX_AMOUNT) return refuse('AMOUNT_OUT_OF_RANGE', { token });
  return ok(units as Amount<T>);
}
