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
/** A fee or growth rate as a fraction. */
export const rateFraction = decimal(6, '0.015000');
/** A yearly percentage. */
export const apyPercent = decimal(2, '1000.00');
/** UTC, ISO 8601, milliseconds. */
export const instantText = z.iso.datetime({ precision: 3 });
