import type { Instant } from '#domain/base/time';
import type { HttpResponse } from './http-response.ts';
import type { Upgrade } from './upgrade.ts';

export interface LocalWallet {
  readonly name: string;
  readonly address: string;
  /** The 64-byte key in base 58: these wallets are for trying things out. */
  readonly secretKey: string;
}

/** The embedded Solana that stands in for a cluster, run by this node or by another. */
export interface LocalNetwork {
  readonly wallets: readonly LocalWallet[];
  readonly usdcMint: string;
  /** Where test funds come from. */
  readonly faucetAddress: string;
  /** One exchange of `/rpc`. */
  respond(body: string): Promise<HttpResponse>;
  /** `/rpc` as a websocket. */
  readonly upgrade: Upgrade;
  /** Sends from the faucet; answers the signature of the last transfer, at confirmed. */
  airdrop(address: string, lamports: bigint, usdc: bigint): Promise<string>;
  /** Moves chain and protocol time forward together; when it answers, all that became due has happened. */
  advance(ms: number): Promise<Instant>;
  close(): Promise<void>;
}
