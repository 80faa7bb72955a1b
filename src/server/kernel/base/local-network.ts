import type { Instant } from '#domain/base/time';
import type { HttpResponse } from './http-response.ts';
import type { Upgrade } from './upgrade.ts';

export interface LocalWallet {
  readonly name: string;
  readonly address: string;
  /** 64-byte secret key in base 58, public because these are test wallets. */
  readonly secretKey: string;
}

/** Embedded Solana chain that replaces a cluster, run by this node or by another. */
export interface LocalNetwork {
  readonly wallets: readonly LocalWallet[];
  readonly usdcMint: string;
  /** Source of test funds. */
  readonly faucetAddress: string;
  /** Handles an HTTP body of `/rpc`. */
  respond(body: string): Promise<HttpResponse>;
  /** Handles a websocket of `/rpc`. */
  readonly upgrade: Upgrade;
  /** Sends from the faucet. Resolves at commitment confirmed with the signature of the last transfer. */
  airdrop(address: string, lamports: bigint, usdc: bigint): Promise<string>;
  /** Advances chain and protocol time together. Resolves after all jobs that became due have run. */
  advance(ms: number): Promise<Instant>;
  close(): Promise<void>;
}
