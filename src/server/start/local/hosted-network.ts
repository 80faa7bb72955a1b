import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '#domain/base/time';
import type { HttpResponse } from '../../kernel/base/http-response.ts';
import type { Upgrade } from '../../kernel/base/upgrade.ts';
import type { LocalNetwork, LocalWallet } from '../../kernel/base/local-network.ts';

interface EmbeddedChain {
  readonly faucetAddress: string;
  respond(body: string): Promise<HttpResponse>;
  upgrade(...asked: Parameters<Upgrade>): void;
  airdrop(address: string, lamports: bigint): Promise<string>;
  mintTo(mint: string, owner: string, units: bigint): Promise<string>;
  close(): Promise<void>;
}

const POLL_MS = 100;

/** Builds a local network that this node runs. */
export function hostedLocalNetwork(
  chain: EmbeddedChain,
  { mint, wallets }: { readonly mint: string; readonly wallets: readonly LocalWallet[] },
  advance: (ms: number) => Promise<Instant>,
): LocalNetwork {
  return {
    wallets,
    usdcMint: mint,
    faucetAddress: chain.faucetAddress,
    respond: (body) => chain.respond(body),
    upgrade: (...asked) => chain.upgrade(...asked),
    async airdrop(address, lamports, usdc) {
      let signature = '';
      if (lamports > 0n) signature = await chain.airdrop(address, lamports);
      if (usdc > 0n) signature = await chain.mintTo(mint, address, usdc);
      while (!(await isConfirmed(chain, signature))) await sleep(POLL_MS);
      return signature;
    },
    advance,
    close: () => chain.close(),
  };
}

async function isConfirmed(chain: EmbeddedChain, signature: string): Promise<boolean> {
  // Searches the history, because the clock may have moved so far meanwhile that the signature is no longer
  // recent.
  const params = [[signature], { searchTransactionHistory: true }];
  const request = { jsonrpc: '2.0', id: 1, method: 'getSignatureStatuses', params };
  const { body } = await chain.respond(JSON.stringify(request));
  return /"confirmationStatus":"(confirmed|finalized)"/.test(body);
}
