import { type KeyPairSigner, address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getBurnInstruction,
  getCloseAccountInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { expect } from 'vitest';
import type { SellJson } from '#contract/sells/sells';
import type { PayToken } from '#domain/base/money';
import type { World } from '#test/world';
import { held, newWallet, send, tokenAccount, units } from '#test/world/wallet';
import { FINAL_MS } from './sellers.ts';

const FEE = 5_000n;

/** Reduces the treasury's final balance of a token to `left` base units. */
export async function leave(world: World, token: PayToken, left: bigint): Promise<void> {
  const { net, till } = world;
  const [owner, elsewhere] = [await world.ownerWallet(), await newWallet()];
  const has = await held(world, till.treasury, token);
  const wanted = token === 'SOL' ? left + FEE : left;
  if (has < wanted) {
    if (token === 'SOL') await net.airdrop(till.treasury, left - has);
    else await net.mintTo(till.usdcMint, till.treasury, left - has);
  } else if (has > wanted) {
    const amount = has - wanted;
    if (token === 'USDC') await net.mintTo(till.usdcMint, elsewhere.address, 0n);
    const away =
      token === 'SOL'
        ? getTransferSolInstruction({ source: owner, destination: elsewhere.address, amount })
        : getTransferCheckedInstruction({
            source: address(till.treasuryTokenAccount),
            mint: address(till.usdcMint),
            destination: await tokenAccount(elsewhere.address, till.usdcMint),
            authority: owner,
            amount,
            decimals: 6,
          });
    await send(net, owner, [away]);
  }
  await world.pass(FINAL_MS);
  expect(await held(world, till.treasury, token)).toBe(left);
}

/** Closes a wallet's USDC account, with finality; its balance is burned. */
export async function closeUsdc(world: World, wallet: KeyPairSigner): Promise<void> {
  const { net, till } = world;
  const account = await tokenAccount(wallet.address, till.usdcMint);
  const amount = await held(world, wallet.address, 'USDC').catch(() => null);
  if (amount === null) return;
  await send(net, wallet, [
    getBurnInstruction({ account, mint: address(till.usdcMint), authority: wallet, amount }),
    getCloseAccountInstruction({ account, destination: wallet.address, owner: wallet }),
  ]);
  await world.pass(FINAL_MS);
}

/** Balances of a receiver and the treasury in a token, for later comparison. */
export class Balances {
  readonly #look: () => Promise<readonly [theirs: bigint, ours: bigint]>;
  #then: readonly [theirs: bigint, ours: bigint] = [0n, 0n];

  private constructor(world: World, receiver: string, token: PayToken) {
    const { till } = world;
    const hasNone = token === 'USDC' ? 0n : null;
    this.#look = async () => [
      // A wallet that never had USDC has no account.
      await held(world, receiver, token).catch((error: unknown) => hasNone ?? fail(error)),
      (await held(world, till.treasury, token)) + (token === 'SOL' ? await fees(world) : 0n),
    ];
  }

  static async of(world: World, receiver: string, token: PayToken = 'SOL'): Promise<Balances> {
    const balances = new Balances(world, receiver, token);
    balances.#then = await balances.#look();
    return balances;
  }

  /** Units received, and units paid by the treasury without fees, since then. */
  async paid(): Promise<readonly [received: bigint, given: bigint]> {
    const [[theirs, ours], now] = [this.#then, await this.#look()];
    return [now[0] - theirs, ours - now[1]];
  }
}

const fail = (error: unknown): never => {
  throw error;
};

/** Lamports that landed payouts cost the treasury beside their amounts. */
async function fees(world: World): Promise<bigint> {
  const [row] = await world.rows<{ sum: bigint }>(
    `select coalesce(sum(costs), 0)::bigint as sum from payouts
     where status = 'finalized' or (status = 'failed' and err like '%InstructionError%')`,
  );
  return row!.sum;
}

/** Base units that a request pays. */
export const payoutOf = ({ payoutAmount, payoutCurrency }: SellJson): bigint =>
  units(payoutCurrency, payoutAmount);
