import { formatAmount, lamports, usdc } from '#domain/base/money';
import { type Instant, instant } from '#domain/base/time';
import type { LocalNetwork, LocalWallet } from './local-network.ts';
import { relayed } from './relayed.ts';

/** A clock that moves by weeks answers when everything that fell due has happened. */
const TIMEOUT_MS = 120_000;

/** The local network of another node: everything is asked there. */
export async function joinedLocalNetwork(origin: string): Promise<LocalNetwork> {
  const ask = async (path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(new URL(path, origin), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
    }).catch((cause: unknown) => {
      throw new Error(`LOCAL_NETWORK_URL: ${origin} does not answer`, { cause });
    });
    if (!response.ok && path !== '/rpc') {
      throw new Error(`LOCAL_NETWORK_URL: ${path} answered ${response.status}`);
    }
    return response;
  };
  const info = (await (await ask('/api/local')).json()) as {
    readonly usdcMint: string;
    readonly faucetAddress: string;
    readonly wallets: readonly LocalWallet[];
  };
  return {
    wallets: info.wallets,
    usdcMint: info.usdcMint,
    faucetAddress: info.faucetAddress,
    async respond(text) {
      const response = await ask('/rpc', text);
      const type = response.headers.get('content-type') ?? 'application/json';
      return {
        status: response.status,
        headers: { 'content-type': type },
        body: await response.text(),
      };
    },
    upgrade: relayed(new URL('/rpc', origin)),
    async airdrop(walletAddress, sol, tokens) {
      const asked = {
        walletAddress,
        sol: formatAmount('SOL', lamports(sol)),
        usdc: formatAmount('USDC', usdc(tokens)),
      };
      const answer = (await (await ask('/api/local/airdrop', asked)).json()) as {
        signature: string;
      };
      return answer.signature;
    },
    async advance(advanceMs): Promise<Instant> {
      const answer = (await (await ask('/api/local/clock', { advanceMs })).json()) as {
        now: string;
      };
      return instant(Date.parse(answer.now));
    },
    close: async () => {},
  };
}
