import { PATHS } from '#contract/base/paths';
import type { Rpc } from '../test/world/wallet.ts';

export interface LocalFacts {
  readonly ownerWallet: string;
  readonly usdcMint: string;
  readonly wallets: readonly {
    readonly name: string;
    readonly address: string;
    readonly secretKey: string;
  }[];
}

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
}

/** A running server on the local network, as anybody may call it. */
export class Site {
  readonly url: string;
  readonly local: LocalFacts;
  /** Its chain. */
  readonly chain: Rpc;

  private constructor(url: string, local: LocalFacts) {
    this.url = url;
    this.local = local;
    this.chain = {
      respond: async (body) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(new URL('/rpc', url), { method: 'POST', headers, body });
        return { status: answer.status, headers: {}, body: await answer.text() };
      },
    };
  }

  /** Fails where it is not the local network: nothing is ever made up on a real one. */
  static async at(url: string): Promise<Site> {
    const answer = await fetch(new URL(PATHS.local, url));
    if (!answer.ok) throw new Error(`${url} is not on the local network`);
    return new Site(url, (await answer.json()) as LocalFacts);
  }

  async call<T>(method: string, path: string, { headers, body }: Asked = {}): Promise<T> {
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Moves time; what became due has happened when it resolves. */
  async advance(advanceMs: number): Promise<void> {
    await this.call('POST', PATHS.clock, { body: { advanceMs } });
  }
}
