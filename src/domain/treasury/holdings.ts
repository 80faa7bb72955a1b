import { MAX_AMOUNT, type UsdPrice, parseDecimal } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { Holding } from './treasury.ts';

/** Stored asset of the treasury. */
export interface StoredHolding {
  readonly symbol: string;
  readonly name: string;
  readonly logo: string | null;
  readonly displayOrder: number;
  readonly decimals: number;
  /** Source of the amount: read on the chain, or entered by the owner. */
  readonly origin: 'chain' | 'owner';
  readonly units: bigint;
  /** Time of that reading or entry; null if there was none. */
  readonly asOf: Instant | null;
}

/** Asset with its price; excluded from totals without one. */
export type PricedHolding = StoredHolding & Holding;

export const priced = (holding: StoredHolding, price: UsdPrice | null): PricedHolding => ({
  ...holding,
  price,
});

/** Returns the older reading time of the on-chain amounts; null if one was never read. */
export function balancesAsOf(holdings: readonly StoredHolding[]): Instant | null {
  const times = holdings.filter(({ origin }) => origin === 'chain').map(({ asOf }) => asOf);
  return times.reduce<Instant | null>(
    (oldest, at) => (oldest === null || at === null ? null : at < oldest ? at : oldest),
    times[0] ?? null,
  );
}

export interface HoldingInput {
  readonly symbol: string;
  readonly amount: string;
}

/** Holdings that an entry changes, before and after. */
export interface EnteredHoldings {
  readonly before: readonly StoredHolding[];
  readonly after: readonly StoredHolding[];
}

/** Enters amounts from now on. Refuses all of them if one is invalid. */
export function enterHoldings(
  holdings: readonly StoredHolding[],
  inputs: readonly HoldingInput[],
  now: Instant,
): Result<EnteredHoldings> {
  const issues: string[] = [];
  const found = inputs.map(({ symbol, amount }, i) => {
    if (inputs.findIndex((other) => other.symbol === symbol) < i) issues.push(`${symbol}: twice`);
    const holding = holdings.find((each) => each.symbol === symbol);
    if (!holding) return null;
    const units = parseDecimal(amount, holding.decimals);
    if (units === null) {
      issues.push(`${symbol}: must be a plain decimal with at most ${holding.decimals} decimals`);
    }
    return { ...holding, units: units ?? 0n, asOf: now };
  });
  if (issues.length > 0) return refuse('MALFORMED', { issues });
  for (const [i, { symbol }] of inputs.entries()) {
    const holding = found[i];
    if (!holding) return refuse('NOT_FOUND', { what: `Holding ${symbol}` });
    if (holding.origin === 'chain') return refuse('HOLDING_FROM_CHAIN', { symbol });
    if (holding.units > MAX_AMOUNT) return refuse('AMOUNT_OUT_OF_RANGE', { token: symbol });
  }
  const after = found.filter((holding) => holding !== null);
  const symbols = after.map(({ symbol }) => symbol);
  return ok({ before: holdings.filter(({ symbol }) => symbols.includes(symbol)), after });
}
