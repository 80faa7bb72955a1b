import type { Behaviour, PageWallet } from './test-wallet.ts';

interface Kit {
  sign(secret: readonly number[], bytes: Uint8Array): Promise<Uint8Array>;
  announce(offer: { name: string; chains: readonly string[]; features: object }): void;
  features(does: Does): Record<string, object>;
}

/** What a wallet can do, by the names of the Wallet Standard's methods. */
interface Does {
  readonly connect: (options?: { silent?: boolean }) => Promise<object>;
  readonly disconnect: () => Promise<void>;
  readonly on: (event: string, listener: (change: object) => void) => () => void;
  readonly signTransaction: (input: { transaction: Uint8Array }) => Promise<object[]>;
  readonly signMessage: (input: { message: Uint8Array }) => Promise<object[]>;
}

/** What a test may do with a wallet while its page is open. */
export interface Handle {
  /** From now on it behaves otherwise in this. */
  behave(change: Behaviour): void;
  /** Uses another account, or none, as its owner may. */
  switchAccount(to: number | null): void;
  /** Comes to the page now, where it was held back. */
  register(): void;
}

/** Runs in the page first: what the wallets share. */
export function installKit(): void {
  async function sign(secret: readonly number[], bytes: Uint8Array): Promise<Uint8Array> {
    const der = new Uint8Array(secret);
    const key = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('Ed25519', key, new Uint8Array(bytes)));
  }
  function announce(offer: object): void {
    const icon =
      'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';
    const wallet = { version: '1.0.0', icon, accounts: [], ...offer };
    const register = (api: { register: (wallet: object) => void }) => api.register(wallet);
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
    window.addEventListener('wallet-standard:app-ready', (event) =>
      register((event as CustomEvent).detail),
    );
  }
  function features(does: Does): Record<string, object> {
    const { connect, disconnect, on, signTransaction, signMessage } = does;
    return {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'standard:events': { version: '1.0.0', on },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction,
      },
      'solana:signMessage': { version: '1.1.0', signMessage },
    };
  }
  // A second wallet of the context brings the kit again.
  const page = window as unknown as { testWallets?: object };
  Object.assign(window, {
    testKit: { sign, announce, features },
    testWallets: page.testWallets ?? {},
  });
}

/** Runs in the page, before its own code: registers the wallet. It can use nothing from this file. */
export function registerWallet(wallet: PageWallet): void {
  const { accounts, name, hangs, isHardware } = wallet;
  let now: Behaviour = wallet;
  const chains = wallet.chains ?? ['solana:mainnet', 'solana:devnet', 'solana:localnet'];
  const remembered = `test-wallet-${name}`;
  const listeners = new Set<(change: object) => void>();
  let active = 0;
  const kit = (window as unknown as { testKit: Kit }).testKit;
  const page = window as unknown as Record<string, (what: string) => Promise<void>>;

  async function ask(what: 'connect' | 'message' | 'transaction' | 'disconnect'): Promise<void> {
    if (what !== 'disconnect') await page[`asked${name}`]!(what);
    const { message = 'User rejected the request.', code = 4001 } = now.error ?? {};
    if (now.rejects === what)
      throw Object.assign(new Error(message), code === null ? {} : { code });
    if (hangs && what === 'transaction') await new Promise(() => undefined);
  }
  const sign = (bytes: Uint8Array) => kit.sign(accounts[active]!.secret, bytes);
  const texts = isHardware ? [] : ['solana:signMessage'];
  const current = () => ({
    address: accounts[active]!.address,
    publicKey: new Uint8Array(accounts[active]!.publicKey),
    chains,
    features: ['solana:signTransaction', ...texts],
  });
  async function connect({ silent = false } = {}): Promise<object> {
    if (silent) return { accounts: localStorage.getItem(remembered) === null ? [] : [current()] };
    await ask('connect');
    if (now.hasNoAccount === true) return { accounts: [] };
    localStorage.setItem(remembered, 'yes');
    return { accounts: [current()] };
  }
  async function signTransaction({ transaction }: { transaction: Uint8Array }): Promise<object[]> {
    await ask('transaction');
    const signed = new Uint8Array(transaction);
    // How many signatures, 64 bytes of each, the message; who pays the fee signs first.
    signed.set(await sign(transaction.slice(1 + 64 * signed[0]!)), 1);
    return [{ signedTransaction: signed }];
  }
  async function signMessage({ message }: { message: Uint8Array }): Promise<object[]> {
    await ask('message');
    return [{ signedMessage: message, signature: await sign(message) }];
  }
  const on = (_: string, listener: (change: object) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  async function disconnect(): Promise<void> {
    await ask('disconnect');
    localStorage.removeItem(remembered);
  }
  const all = kit.features({ connect, disconnect, on, signTransaction, signMessage });
  const features = { ...all };
  const register = () => kit.announce({ name, chains, features });
  const handle: Handle = {
    behave(change) {
      now = change;
      Object.assign(features, all);
      for (const feature of change.lacks ?? []) delete features[feature];
    },
    switchAccount(to) {
      if (to !== null) active = to;
      for (const listener of listeners) listener({ accounts: to === null ? [] : [current()] });
    },
    register,
  };
  (window as unknown as { testWallets: Record<string, Handle> }).testWallets[name] = handle;
  if (wallet.lateMs === 0) register();
  else if (wallet.lateMs !== null) setTimeout(register, wallet.lateMs);
}
