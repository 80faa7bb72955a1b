import type { PayoutForecast } from '#contract/admin-forecast';

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
export function leftForDays(
  forecast: Pick<PayoutForecast, 'available' | 'solPriceUSD' | 'dailyRequirements'>,
): DrawnDay[] {
  const { available, solPriceUSD, dailyRequirements } = forecast;
  const price = Number(solPriceUSD);
  let left = available === null ? null : Number(available.SOL) + Number(available.USDC) / price;
  return dailyRequirements.map(({ day, payoutSOL, requiredSOL }) => {
    const sol = Number(payoutSOL);
    const needed = Number(requiredSOL);
    const drawn = { day, sol, usdc: Math.max(0, needed - sol), left };
    if (left !== null) left = Math.max(0, left - needed);
    return drawn;
  });
}

/** The first day that the treasury could not pay; null where it can pay all, or where that is unknown. */
export function firstShortDay(days: readonly DrawnDay[]): number | null {
  return days.find(({ sol, usdc, left }) => left !== null && sol + usdc > left)?.day ?? null;
}
