import { createPrivateKey, sign } from 'node:crypto';

import type { BrowserContext } from '@playwright/test';
import { getBase58Decoder, getBase58Encoder } from '@solana/kit';

import { type Account, newAccount } from './test-wallet.ts';
import { installKit } from './test-wallet-page.ts';

/** Puts a provider with a real key where Phantom puts its own, and nothing into the Wallet Standard. */
export async function injectProvider(context: BrowserContext): Promise<readonly [string, string]> {
  const accounts = [newAccount(), newAccount()] as const;
  const [{ secret }] = accounts;
  const key = createPrivateKey({ key: Buffer.from(secret), format: 'der', type: 'pkcs8' });
  await context.exposeFunction('signBase58', (message: string) =>
    getBase58Decoder().decode(sign(null, getBase58Encoder().encode(message) as Uint8Array, key)),
  );
  await context.addInitScript(installKit);
  await context.addInitScript(provide, accounts);
  return [accounts[0].address, accounts[1].address];
}

/** Runs in the page. */
function provide(accounts: readonly [Account, Account]): void {
  const trusted = 'test-provider-trusted';
  const listeners: Record<string, ((key: unknown) => void)[]> = {};
  const keys = accounts.map(({ address }) => ({ toString: () => address }));
  let active = 0;
  const { testKit: kit } = window as unknown as {
    testKit: { sign(secret: readonly number[], bytes: Uint8Array): Promise<Uint8Array> };
  };
  const solana = {
    isPhantom: true,
    async connect({ onlyIfTrusted = false } = {}) {
      if (onlyIfTrusted && localStorage.getItem(trusted) === null) {
        throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
      }
      localStorage.setItem(trusted, 'yes');
      return { publicKey: keys[active] };
    },
    disconnect: async () => localStorage.removeItem(trusted),
    async signMessage(message: Uint8Array) {
      return { signature: await kit.sign(accounts[active]!.secret, message) };
    },
    /** Takes a transaction's message and gives its signature, as Phantom and Solflare do. */
    async request({ method, params }: { method: string; params: { message: string } }) {
      if (method !== 'signTransaction') throw Object.assign(new Error(method), { code: -32_601 });
      const own = window as unknown as { signBase58(message: string): Promise<string> };
      return { signature: await own.signBase58(params.message), publicKey: accounts[0].address };
    },
    on(event: string, listener: (key: unknown) => void) {
      (listeners[event] ??= []).push(listener);
    },
    off(event: string, listener: (key: unknown) => void) {
      listeners[event] = (listeners[event] ?? []).filter((one) => one !== listener);
    },
    useSecond() {
      active = 1;
      for (const listener of listeners['accountChanged'] ?? []) listener(keys[1]);
    },
  };
  Object.assign(window, { phantom: { solana } });
}
