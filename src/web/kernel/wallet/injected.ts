import type { Wallet, WalletAccount } from '@wallet-standard/base';

import { walletTexts } from './wallet-texts.ts';
import { ALL_CHAINS } from './chains.ts';
import type * as Bytes from './injected-bytes.ts';
import type { Features } from './live.ts';
import type { Provider } from './provider.ts';
import type { WalletKind } from './state.ts';

interface Scope {
  readonly phantom?: { readonly solana?: Partial<Provider> };
  readonly solflare?: Partial<Provider>;
  readonly jupiter?: Partial<Provider> & { readonly solana?: Partial<Provider> };
}

const FIND: Readonly<Record<WalletKind, (scope: Scope) => Partial<Provider> | undefined>> = {
  phantom: ({ phantom }) => phantom?.solana,
  solflare: ({ solflare }) => solflare,
  jupiter: ({ jupiter }) => jupiter?.solana ?? jupiter,
};

/** Providers bring none: a plain wallet, in a grey for both themes. */
const ICON = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#8a8f98" stroke-width="2"><rect x="3" y="6" width="18" height="14" rx="2"/><path d="M16 13h2M3 9V6l13-3v3"/></svg>',
)}` as const;

const EVENTS = ['accountChanged', 'disconnect'] as const;

const adapters = new WeakMap<Provider, Wallet>();

/** A wallet that is only in the page's window, in the shape of the Wallet Standard, or null. */
export function injectedWallet(id: WalletKind, scope: object = window): Wallet | null {
  const provider = FIND[id](scope);
  if (!isProvider(provider)) return null;
  const adapter = adapters.get(provider) ?? new Injected(id, provider);
  adapters.set(provider, adapter);
  return adapter;
}

function isProvider(provider: Partial<Provider> | undefined): provider is Provider {
  return typeof provider?.connect === 'function';
}

/** Whether a wallet is one of these: they sign one transaction a prompt. */
export const isInjected = (wallet: Wallet): boolean => wallet instanceof Injected;

class Injected implements Wallet {
  readonly version = '1.0.0';
  readonly name: string;
  readonly icon = ICON;
  readonly chains = ALL_CHAINS;
  readonly features: Features;
  readonly #provider: Provider;
  #accounts: readonly WalletAccount[] = [];
  #bytes: typeof Bytes | null = null;

  constructor(id: WalletKind, provider: Provider) {
    this.name = walletTexts.names[id];
    this.#provider = provider;
    this.features = this.#features();
  }

  get accounts(): readonly WalletAccount[] {
    return this.#accounts;
  }

  #features(): Features {
    const provider = this.#provider;
    return {
      'standard:connect': {
        version: '1.0.0',
        connect: async (input) => this.#connect(input?.silent === true),
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: async () => {
          this.#accounts = [];
          await provider.disconnect?.();
        },
      },
      'standard:events': { version: '1.0.0', on: (_, listener) => this.#follow(listener) },
      ...(provider.signMessage && {
        'solana:signMessage': {
          version: '1.1.0' as const,
          signMessage: (...inputs) =>
            Promise.all(inputs.map(async ({ message }) => this.#signMessage(message))),
        },
      }),
      ...(provider.request && {
        'solana:signTransaction': {
          version: '1.0.0' as const,
          supportedTransactionVersions: ['legacy' as const, 0 as const],
          signTransaction: (...inputs) =>
            Promise.all(
              inputs.map(async ({ account, transaction }) => ({
                signedTransaction: await (
                  await this.#load()
                ).signedBytes(this.#provider, account.address, transaction),
              })),
            ),
        },
      }),
    };
  }

  /** Asks only for what was granted before if it is to be silent. */
  async #connect(silent: boolean): Promise<{ accounts: readonly WalletAccount[] }> {
    const answer = await this.#provider.connect(silent ? { onlyIfTrusted: true } : undefined);
    await this.#load();
    const key = (answer as { publicKey?: unknown } | null | undefined)?.publicKey;
    this.#setAccount(key ?? this.#provider.publicKey);
    return { accounts: this.#accounts };
  }

  async #signMessage(message: Uint8Array) {
    const answer = await this.#provider.signMessage?.(message, 'utf8');
    const { signature = answer } = (answer ?? {}) as { signature?: unknown };
    return { signedMessage: message, signature: (await this.#load()).bytesOf(signature) };
  }

  #follow(listener: (change: { accounts: readonly WalletAccount[] }) => void): () => void {
    const changed = (key?: unknown) => {
      this.#setAccount(key);
      listener({ accounts: this.#accounts });
    };
    const ended = () => changed();
    const heard = { accountChanged: changed, disconnect: ended };
    for (const event of EVENTS) this.#provider.on?.(event, heard[event]);
    return () => {
      for (const event of EVENTS) this.#provider.off?.(event, heard[event]);
    };
  }

  #setAccount(key: unknown): void {
    const account = this.#bytes?.accountOf(key, this.features);
    this.#accounts = account ? [account] : [];
  }

  async #load(): Promise<typeof Bytes> {
    this.#bytes ??= await import('./injected-bytes.ts');
    return this.#bytes;
  }
}
