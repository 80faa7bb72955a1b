import { z } from 'zod';

const decimal = (decimals: number, example: string): z.ZodString =>
  z
    .string()
    .regex(new RegExp(`^\\d+\\.\\d{${decimals}}$`))
    .meta({ examples: [example] });

/** Amounts and prices in responses: decimal strings with all decimals of their unit. */
export const lmtAmount = decimal(8, '12.34567800');
export const solAmount = decimal(9, '49.350000000');
export const usdcAmount = decimal(6, '9870.000000');
/** Number with two decimals, such as a percentage or a coverage. */
export const hundredths = decimal(2, '1234.50');
export const usdPrice = decimal(12, '200.000000000000');
/** Amount of the token that is named beside it. */
export const tokenAmount = z.union([solAmount, usdcAmount, lmtAmount]);
/** Amount of the token that is named beside it; negative if it was taken. */
export const signedTokenAmount = z
  .union([9, 6, 8].map((decimals) => z.string().regex(new RegExp(`^-?\\d+\\.\\d{${decimals}}$`))))
  .meta({ examples: ['-2.00000000'] });
/** Fee or growth rate as a fraction. */
export const rateFraction = decimal(6, '0.015000');
export const apyPercent = decimal(2, '1000.00');
/** Daily percentage. */
export const dailyPercent = decimal(8, '2.73972602');
/** Instant in UTC, ISO 8601 with milliseconds. */
export const instantText = z.iso
  .datetime({ precision: 3 })
  .meta({ examples: ['2026-01-31T12:00:00.000Z'] });
const FIRST_YEAR_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_YEAR_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** True if the year in UTC has four digits, as the database requires; the zone may shift it. */
function hasYear(text: string): boolean {
  const ms = Date.parse(text);
  return ms >= FIRST_YEAR_MS && ms <= LAST_YEAR_MS;
}
/** Instant in a request: ISO 8601, in any zone. */
export const requestInstant = z.iso
  .datetime({ offset: true })
  .refine(hasYear, 'must be in the years 1 to 9999')
  .meta({ examples: ['2026-01-31T12:00:00+01:00'] });
/** Amount in a request. The domain checks its digits and explains what is wrong. */
export const requestAmount = z
  .string()
  .max(64)
  .meta({ examples: ['1.5'] });
export const payToken = z.enum(['SOL', 'USDC']);
export const address = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be a Solana address')
  .meta({ examples: ['393a588HRmSphLSkQWgKiFfj7mDRC7voK2nh7M21J7iY'] });
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** True if a base58 text encodes 32 bytes, which its length does not show. */
function isKey(text: string): boolean {
  const value = text
    .split('')
    .reduce((sum, digit) => sum * 58n + BigInt(BASE58.indexOf(digit)), 0n);
  const zeros = text.length - text.replace(/^1+/, '').length;
  const hex = value === 0n ? '' : value.toString(16);
  return zeros + Math.ceil(hex.length / 2) === 32;
}
/** Address that receives money. */
export const receivingAddress = address.refine(isKey, 'must be a Solana address');
export const signature = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/, 'must be a transaction signature')
  .meta({ examples: [`5${'h'.repeat(86)}`] });
export const uuid = z.uuid().meta({ examples: ['019a4c1e-7d3a-7c55-9b0e-5f3c2a1d8e77'] });
export const reason = z.string().max(1_000).optional();
export const search = z.string().max(100).optional();
export const direction = z.enum(['asc', 'desc']).default('desc');
/** Page size of a list, and the cursor that the previous page returned. */
export const limit = z.coerce.number<number>().int().min(1).max(200).default(50);
export const cursor = z.string().max(100).optional();
/** Decimal sent by the owner, as text or as a number. The domain checks its digits. */
export const ownerNumber = z.union([z.string().max(64), z.number()]);
