import {
  DECIMALS,
  type PayToken,
  checkMinimum,
  lamports,
  parseDecimal,
  usdc,
} from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { DAY_MS, iso } from '#domain/base/time';
import { isAddress } from '@solana/kit';
import type { LocalNetwork, LocalWallet } from '../../local/local-network.ts';
import type { Parts } from '../../parts.ts';
import { noteChange } from '../../store/db/changes.ts';
import { readClock } from '../../store/terms/protocol-clock.ts';

export interface LocalInfo {
  readonly network: 'local';
  readonly now: string;
  readonly ownerWallet: string;
  readonly usdcMint: string;
  readonly faucetAddress: string;
  readonly wallets: LocalWallet[];
}

/** The local network's wallets and time. */
export async function readLocal(
  { database, ownerWallet }: Pick<Parts, 'database' | 'ownerWallet'>,
  { usdcMint, faucetAddress, wallets }: LocalNetwork,
): Promise<LocalInfo> {
  const now = iso(await readClock(database));
  return { network: 'local', now, ownerWallet, usdcMint, faucetAddress, wallets: [...wallets] };
}

export interface AirdropRequest {
  readonly walletAddress: string;
  readonly sol?: string | undefined;
  readonly usdc?: string | undefined;
}

/** What one airdrop gives: an account needs about 0.0009 SOL to exist, and the faucet has an end. */
const LEAST_SOL = lamports(1_000_000n);
const MOST = { SOL: lamports(1_000_000_000_000_000n), USDC: usdc(1_000_000_000_000_000n) } as const;

/** Test funds; at least one of the two amounts must be above 0. */
export async function airdrop(
  local: LocalNetwork,
  asked: AirdropRequest,
): Promise<Result<{ signature: string }>> {
  if (!isAddress(asked.walletAddress)) {
    return refuse('MALFORMED', { issues: ['body.walletAddress: must be a Solana address'] });
  }
  const sol = fundsOf('SOL', asked.sol);
  if (!sol.ok) return sol;
  const tokens = fundsOf('USDC', asked.usdc);
  if (!tokens.ok) return tokens;
  if (sol.value === 0n && tokens.value === 0n) {
    return refuse('AMOUNT_NOT_POSITIVE', { token: 'SOL or USDC' });
  }
  const enough = checkMinimum('SOL', lamports(sol.value), LEAST_SOL);
  if (sol.value > 0n && !enough.ok) return enough;
  return ok({ signature: await local.airdrop(asked.walletAddress, sol.value, tokens.value) });
}

function fundsOf(token: PayToken, text = '0'): Result<bigint> {
  const units = parseDecimal(text, DECIMALS[token]);
  if (units === null) return refuse('AMOUNT_MALFORMED', { token });
  return units > MOST[token] ? refuse('AMOUNT_OUT_OF_RANGE', { token }) : ok(units);
}

/** More than this at once is a slip of the finger. */
const FARTHEST_MS = 3_660 * DAY_MS;

/** Moves time forward by a span, or to an instant; never backwards. */
export async function moveClock(
  { database }: Pick<Parts, 'database'>,
  local: LocalNetwork,
  asked: { readonly advanceMs: number } | { readonly now: string },
): Promise<Result<{ now: string }>> {
  const now = await readClock(database);
  const advanceMs = 'advanceMs' in asked ? asked.advanceMs : Date.parse(asked.now) - now;
  if (advanceMs < 0) return refuse('CLOCK_BACKWARDS', { now: iso(now) });
  if (advanceMs > FARTHEST_MS) return refuse('CLOCK_TOO_FAR', { mostMs: FARTHEST_MS });
  const moved = await local.advance(advanceMs);
  noteChange(database, { topics: ['status'] });
  return ok({ now: iso(moved) });
}
