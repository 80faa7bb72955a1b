import { type Lamports, type Usdc, lamports, parseAmount, usdc } from '#domain/money';
import { type Result, ok, refuse } from '#domain/result';
import { DAY_MS, iso } from '#domain/time';
import type { LocalNetwork, LocalWallet } from '../local/local-network.ts';
import type { Parts } from '../parts.ts';
import { readClock } from '../store/protocol-clock.ts';

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
  { database, ownerWallet }: Parts,
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

/** Test funds; at least one of the two amounts must be above 0. */
export async function airdrop(
  local: LocalNetwork,
  asked: AirdropRequest,
): Promise<Result<{ signature: string }>> {
  const sol: Lamports | null = parseAmount('SOL', asked.sol ?? '0');
  if (sol === null) return refuse('AMOUNT_MALFORMED', { token: 'SOL' });
  const tokens: Usdc | null = parseAmount('USDC', asked.usdc ?? '0');
  if (tokens === null) return refuse('AMOUNT_MALFORMED', { token: 'USDC' });
  if (sol === lamports(0n) && tokens === usdc(0n)) {
    return refuse('AMOUNT_NOT_POSITIVE', { token: 'SOL or USDC' });
  }
  return ok({ signature: await local.airdrop(asked.walletAddress, sol, tokens) });
}

/** More than this at once is a slip of the finger. */
const FARTHEST_MS = 3_660 * DAY_MS;

/** Moves time forward by a span, or to an instant; never backwards. */
export async function moveClock(
  { database }: Parts,
  local: LocalNetwork,
  asked: { readonly advanceMs: number } | { readonly now: string },
): Promise<Result<{ now: string }>> {
  const now = await readClock(database);
  const advanceMs = 'advanceMs' in asked ? asked.advanceMs : Date.parse(asked.now) - now;
  if (advanceMs < 0) return refuse('CLOCK_BACKWARDS', { now: iso(now) });
  if (advanceMs > FARTHEST_MS) return refuse('CLOCK_TOO_FAR', { mostMs: FARTHEST_MS });
  return ok({ now: iso(await local.advance(advanceMs)) });
}
