import {
  type Amount,
  DECIMALS,
  type PayToken,
  checkMinimum,
  lamports,
  parseDecimal,
  usdc,
} from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { DAY_MS, type Instant, iso } from '../base/time.ts';

/** Limits of one airdrop: an account needs about 0.0009 SOL to exist, and the faucet's funds are limited. */
const LEAST_SOL = lamports(1_000_000n);
const MOST = { SOL: lamports(1_000_000_000_000_000n), USDC: usdc(1_000_000_000_000_000n) } as const;

/** Requested test funds, as decimals. */
export interface AirdropInput {
  readonly sol?: string | undefined;
  readonly usdc?: string | undefined;
}

/** Parses test funds into units; at least one of the two amounts must be above 0. */
export function readAirdrop(
  asked: AirdropInput,
): Result<{ readonly sol: Amount<'SOL'>; readonly usdc: Amount<'USDC'> }> {
  const sol = fundsOf('SOL', asked.sol);
  if (!sol.ok) return sol;
  const tokens = fundsOf('USDC', asked.usdc);
  if (!tokens.ok) return tokens;
  if (sol.value === 0n && tokens.value === 0n) {
    return refuse('AMOUNT_NOT_POSITIVE', { token: 'SOL or USDC' });
  }
  const enough = checkMinimum('SOL', sol.value, LEAST_SOL);
  if (sol.value > 0n && !enough.ok) return enough;
  return ok({ sol: sol.value, usdc: tokens.value });
}

function fundsOf<T extends PayToken>(token: T, text = '0'): Result<Amount<T>> {
  const units = parseDecimal(text, DECIMALS[token]);
  if (units === null) return refuse('AMOUNT_MALFORMED', { token });
  return units > MOST[token] ? refuse('AMOUNT_OUT_OF_RANGE', { token }) : ok(units as Amount<T>);
}

/** A leap year, because a longer jump is probably a typing error. */
const MOST_DAYS = 366;

/** Returns the milliseconds by which the time machine advances: by a duration, or to an instant. Never negative. */
export function readAdvance(
  asked: { readonly advanceMs: number } | { readonly now: string },
  now: Instant,
): Result<number> {
  const advanceMs = 'advanceMs' in asked ? asked.advanceMs : Date.parse(asked.now) - now;
  if (advanceMs < 0) return refuse('CLOCK_BACKWARDS', { now: iso(now) });
  if (advanceMs > MOST_DAYS * DAY_MS) return refuse('CLOCK_TOO_FAR', { mostDays: MOST_DAYS });
  return ok(advanceMs);
}
