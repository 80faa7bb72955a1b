import type { AnswerOf } from '#contract/api';
import type { getLocal } from '#contract/base/local';
import { type Result, ok, refuse } from '#domain/base/result';
import { iso } from '#domain/base/time';
import { type AirdropInput, readAdvance, readAirdrop } from '#domain/terms/local-network';
import { isAddress } from '@solana/kit';
import type { LocalNetwork } from '../../kernel/base/local-network.ts';
import type { Parts } from '../../kernel/parts.ts';
import { noteChange } from '../../kernel/db/note-change.ts';
import { readClock } from '../../kernel/terms/protocol-clock.ts';

export async function readLocal(
  { database, ownerWallet }: Pick<Parts, 'database' | 'ownerWallet'>,
  { usdcMint, faucetAddress, wallets }: LocalNetwork,
): Promise<AnswerOf<typeof getLocal>> {
  const now = iso(await readClock(database));
  return { network: 'local', now, ownerWallet, usdcMint, faucetAddress, wallets: [...wallets] };
}

export interface AirdropRequest extends AirdropInput {
  readonly walletAddress: string;
}

export async function airdrop(
  local: LocalNetwork,
  { walletAddress, ...asked }: AirdropRequest,
): Promise<Result<{ signature: string }>> {
  if (!isAddress(walletAddress)) {
    return refuse('MALFORMED', { issues: ['body.walletAddress: must be a Solana address'] });
  }
  const funds = readAirdrop(asked);
  if (!funds.ok) return funds;
  const { sol, usdc } = funds.value;
  return ok({ signature: await local.airdrop(walletAddress, sol, usdc) });
}

/** Moves protocol time forward by a duration, or to an instant; never backwards. */
export async function moveClock(
  { database, clock }: Pick<Parts, 'database' | 'clock'>,
  local: LocalNetwork,
  asked: Parameters<typeof readAdvance>[0],
): Promise<Result<{ now: string }>> {
  const now = await readClock(database);
  // Refused under clock skew, because the chain would adopt the wrong time.
  await clock.require(now);
  const advance = readAdvance(asked, now);
  if (!advance.ok) return advance;
  const moved = await local.advance(advance.value);
  noteChange(database, { topics: ['status'] });
  return ok({ now: iso(moved) });
}
