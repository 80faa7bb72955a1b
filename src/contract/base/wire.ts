import { z } from 'zod';

const decimal = (decimals: number, example: string): z.ZodString =>
  z
    .string()
    .regex(new RegExp(`^\\d+\\.\\d{${decimals}}$`))
    .meta({ examples: [example] });

/** Amounts and prices in answers: decimal strings with every decimal that they have. */
export const lmtAmount = decimal(8, '12.34567800');
export const solAmount = decimal(9, '49.350000000');
export const usdcAmount = decimal(6, '9870.000000');
/** A figure in USD, in cents. */
export const hundredths = decimal(2, '1234.50');
/** A market price in USD. */
export const usdPrice = decimal(12, '200.000000000000');
/** An amount whose token stands beside it. */
export const tokenAmount = z.union([solAmount, usdcAmount, lmtAmount]);
/** The same, with a minus where it is taken. */
export const signedTokenAmount = z
  .union([9, 6, 8].map((decimals) => z.string().regex(new RegExp(`^-?\\d+\\.\\d{${decimals}}$`))))
  .meta({ examples: ['-2.00000000'] });
/** A fee or growth rate as a fraction. */
export const rateFraction = decimal(6, '0.015000');
/** A yearly percentage. */
export const apyPercent = decimal(2, '1000.00');
/** A share of a percentage a day. */
export const dailyPercent = decimal(8, '2.73972602');
/** UTC, ISO 8601, milliseconds. */
export const instantText = z.iso
  .datetime({ precision: 3 })
  .meta({ examples: ['2026-01-31T12:00:00.000Z'] });
const FIRST_YEAR_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_YEAR_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether its year in UTC has four digits: the zone may move it out of those that the database reads. */
function hasYear(text: string): boolean {
  const ms = Date.parse(text);
  return ms >= FIRST_YEAR_MS && ms <= LAST_YEAR_MS;
}
/** An instant in a request: ISO 8601, in any zone. */
export const requestInstant = z.iso
  .datetime({ offset: true })
  .refine(hasYear, 'must be in the years 1 to 9999')
  .meta({ examples: ['2026-01-31T12:00:00+01:00'] });
/** An amount in a request; its digits are judged by the rules, which say what is wrong with them. */
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

/** Whether a text in base 58 is the 32 bytes of a key: its length alone does not tell. */
function isKey(text: string): boolean {
  const value = text
    .split('')
    .reduce((sum, digit) => sum * 58n + BigInt(BASE58.indexOf(digit)), 0n);
  const zeros = text.length - text.replace(/^1+/, '').length;
  const hex = value === 0n ? '' : value.toString(16);
  return zeros + Math.ceil(hex.length / 2) === 32;
}
/** An address that money goes to. */
export const receivingAddress = address.refine(isKey, 'must be a Solana address');
export const signature = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/, 'must be a transaction signature')
  .meta({ examples: [`5${'h'.repeat(86)}`] });
export const uuid = z.uuid().meta({ examples: ['019a4c1e-7d3a-7c55-9b0e-5f3c2a1d8e77'] });
export const reason = z.string().max(1_000).optional();
/** What a list is searched for. */
export const search = z.string().max(100).optional();
/** Which way a list is sorted. */
export const direction = z.enum(['asc', 'desc']).default('desc');
/** How many of a list's entries a page holds, and where it goes on: what the page before it gave. */
export const limit = z.coerce.number<number>().int().min(1).max(200).default(50);
export const cursor = z.string().max(100).optional();
/** A decimal that the owner sends, as text or as a number; its digits are judged by the rules. */
export const ownerNumber = z.union([z.string().max(64), z.number()]);
