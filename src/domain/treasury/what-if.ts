import type { WhatIf } from './forecast-vault.ts';
import { APY_DECIMALS, apy, usdPrice } from '../base/money.ts';
import { ownerUnits } from '../base/owner-units.ts';
import { type Result, ok, refuse } from '../base/result.ts';

/** The owner's assumptions as sent: decimals as text. */
export interface WhatIfInput {
  readonly sellersPercent?: string | undefined;
  readonly solPrice?: string | undefined;
  readonly apy?: string | undefined;
}

/** SOL price: in units of 10⁻⁸ USD, and at most 5 million USD, above any listed asset. */
const SOL_PRICE_DECIMALS = 8;
const SOL_PRICE_UNIT = 10_000n;
const SOL_PRICE_MAX = 5_000_000_00000000n;
/** A hundred times the default maximum APY. */
const APY_MAX = 1_000_000_00n;

interface Field {
  readonly name: keyof WhatIfInput;
  readonly decimals: number;
  readonly least: bigint;
  readonly most: bigint;
  readonly allowed: string;
}

const FIELDS: readonly Field[] = [
  { name: 'sellersPercent', decimals: 0, least: 0n, most: 100n, allowed: 'from 0 to 100' },
  {
    name: 'solPrice',
    decimals: SOL_PRICE_DECIMALS,
    least: 1n,
    most: SOL_PRICE_MAX,
    allowed: 'above 0 and at most 5000000',
  },
  { name: 'apy', decimals: APY_DECIMALS, least: 0n, most: APY_MAX, allowed: 'from 0 to 1000000' },
];

/** Parses the assumptions. Refuses malformed values before those out of range. */
export function readWhatIf(input: WhatIfInput): Result<WhatIf> {
  const units = new Map<string, bigint>();
  const issues: string[] = [];
  for (const { name, decimals } of FIELDS) {
    const sent = input[name];
    if (sent === undefined) continue;
    const parsed = ownerUnits(sent, decimals);
    if (typeof parsed === 'string') issues.push(`query.${name}: ${parsed}`);
    else units.set(name, parsed);
  }
  if (issues.length > 0) return refuse('MALFORMED', { issues });
  for (const { name, least, most, allowed } of FIELDS) {
    const value = units.get(name);
    if (value !== undefined && (value < least || value > most)) {
      return refuse('SETTING_OUT_OF_RANGE', { name, allowed });
    }
  }
  const [sellersPercent, price, yearly] = FIELDS.map(({ name }) => units.get(name));
  return ok({
    ...(sellersPercent === undefined ? {} : { sellersPercent }),
    ...(price === undefined ? {} : { solPrice: usdPrice(price * SOL_PRICE_UNIT) }),
    ...(yearly === undefined ? {} : { apy: apy(yearly) }),
  });
}
