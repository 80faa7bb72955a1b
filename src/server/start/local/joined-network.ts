import { request as http } from 'node:http';
import { request as https } from 'node:https';
import { formatAmount, lamports, usdc } from '#domain/base/money';
import { type Instant, instant } from '#domain/base/time';
import type { Upgrade } from '../../kernel/base/upgrade.ts';
import type { LocalNetwork, LocalWallet } from '../../kernel/base/local-network.ts';

/** Long, because moving the clock by weeks returns only when everything that fell due has been processed. */
const TIMEOUT_MS = 120_000;

/** Builds a local network that another node runs; all calls are forwarded to it. */
export async function joinedLocalNetwork(origin: string): Promise<LocalNetwork> {
  const call = async (path: string, body?: unknown): Promise<Response> => {
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
  const info = (await (await call('/api/local')).json()) as {
    readonly usdcMint: string;
    readonly faucetAddress: string;
    readonly wallets: readonly LocalWallet[];
  };
  return {
    wallets: info.wallets,
    usdcMint: info.usdcMint,
    faucetAddress: info.faucetAddress,
    async respond(text) {
      const response = await call('/rpc', text);
      const type = response.headers.get('content-type') ?? 'application/json';
      return {
        status: response.status,
        headers: { 'content-type': type },
        body: await response.text(),
      };
    },
    upgrade: websocketProxy(new URL('/rpc', origin)),
    async airdrop(walletAddress, sol, tokens) {
      const asked = {
        walletAddress,
        sol: formatAmount('SOL', lamports(sol)),
        usdc: formatAmount('USDC', usdc(tokens)),
      };
      const answer = (await (await call('/api/local/airdrop', asked)).json()) as {
        signature: string;
      };
      return answer.signature;
    },
    async advance(advanceMs): Promise<Instant> {
      const answer = (await (await call('/api/local/clock', { advanceMs })).json()) as {
        now: string;
      };
      return instant(Date.parse(answer.now));
    },
    close: async () => {},
  };
}

/** Proxies websockets to another node unchanged. */
function websocketProxy(target: URL): Upgrade {
  return ({ headers }, socket, head) => {
    const request = target.protocol === 'https:' ? https : http;
    // Drops the origin, which was checked here. The other node would compare it with its own.
    const { origin: _, ...forwarded } = headers;
    const upstream = request(target, { headers: { ...forwarded, host: target.host } });
    upstream.on('upgrade', ({ rawHeaders }, other, first) => {
      if (socket.destroyed) {
        other.destroy();
        return;
      }
      const lines = ['HTTP/1.1 101 Switching Protocols'];
      for (let i = 0; i < rawHeaders.length; i += 2) {
        lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
      }
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      other.write(head);
      other.pipe(socket).pipe(other);
      other.on('close', () => socket.destroy()).on('error', () => socket.destroy());
      socket.on('close', () => other.destroy());
    });
    upstream.on('response', () => socket.destroy());
    upstream.on('error', () => socket.destroy());
    upstream.end();
  };
}
