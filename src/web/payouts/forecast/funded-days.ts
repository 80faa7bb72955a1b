import type { PayoutForecast } from '#contract/treasury/admin-forecast';
import { type PayToken, parseAmount } from '#domain/base/money';

/** A day as it is drawn, in SOL; numbers are for the picture alone. */
export interface DrawnDay {
  readonly day: number;
  readonly sol: number;
  /** What is paid in USDC, in SOL. */
  readonly usdc: number;
  /** What the treasury has left for this day once the days before it are paid; null while it is unknown. */
  readonly left: number | null;
}

/** The seven days with what is needed and what is left for each. */
export function fundedDays(
  forecast: Pick<PayoutForecast, 'forPending' | 'solPriceUSD' | 'dailyRequirements'>,
): DrawnDay[] {
  const { forPending, solPriceUSD, dailyRequirements } = forecast;
  const price = Number(solPriceUSD);
  let left = forPending && Number(forPending.SOL) + Number(forPending.USDC) / price;
  return dailyRequirements.map(({ day, payoutSOL, requiredSOL }) => {
    const sol = Number(payoutSOL);
    const needed = Number(requiredSOL);
    const drawn = { day, sol, usdc: Math.max(0, needed - sol), left };
    if (left !== null) left = Math.max(0, left - needed);
    return drawn;
  });
}

export interface ShortDay {
  readonly day: number;
  readonly tokens: readonly PayToken[];
}

/**
 * The first day that the treasury could not pay, and the tokens that it would lack: what it has of one does
 * not pay for the other. Null where it can pay all days, or where that is unknown.
 */
export function firstShortDay({
  forPending,
  dailyRequirements,
}: Pick<PayoutForecast, 'forPending' | 'dailyRequirements'>): ShortDay | null {
  if (forPending === null) return null;
  let sol = unitsOf('SOL', forPending.SOL);
  let usdc = unitsOf('USDC', forPending.USDC);
  for (const { day, payoutSOL, payoutUSDC } of dailyRequirements) {
    sol -= unitsOf('SOL', payoutSOL);
    usdc -= unitsOf('USDC', payoutUSDC);
    const tokens: PayToken[] = [];
    if (sol < 0n) tokens.push('SOL');
    if (usdc < 0n) tokens.push('USDC');
    if (tokens.length > 0) return { day, tokens };
  }
  return null;
}

const unitsOf = (token: PayToken, amount: string): bigint => parseAmount(token, amount) ?? 0n;
