import type { PageWallet } from './test-wallet.ts';

interface Kit {
  sign(secret: readonly number[], bytes: Uint8Array): Promise<Uint8Array>;
  announce(wallet: object): void;
}

/** Runs in the page first: what the wallets share. */
export function installKit(): void {
  async function sign(secret: readonly number[], bytes: Uint8Array): Promise<Uint8Array> {
    const der = new Uint8Array(secret);
    const key = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('Ed25519', key, new Uint8Array(bytes)));
  }
  function announce(wallet: object): void {
    const register = (api: { register: (wallet: object) => void }) => api.register(wallet);
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
    window.addEventListener('wallet-standard:app-ready', (event) =>
      register((event as CustomEvent).detail),
    );
  }
  Object.assign(window, { testKit: { sign, announce } });
}

/** Runs in the page, before its own code: registers the wallet. It can use nothing from this file. */
export function registerWallet(wallet: PageWallet): void {
  const { accounts, name, rejects, hangs, isHardware } = wallet;
  const chains = ['solana:mainnet', 'solana:devnet', 'solana:localnet'];
  const remembered = `test-wallet-${name}`;
  const listeners = new Set<(change: object) => void>();
  let active = 0;
  const kit = (window as unknown as { testKit: Kit }).testKit;
  const page = window as unknown as Record<string, (what: string) => Promise<void>>;

  async function ask(what: 'connect' | 'message' | 'transaction'): Promise<void> {
    await page[`asked${name}`]!(what);
    if (rejects === what)
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
    if (hangs && what === 'transaction') await new Promise(() => undefined);
  }
  const sign = (bytes: Uint8Array) => kit.sign(accounts[active]!.secret, bytes);
  const texts = isHardware || wallet.lacksSignMessage ? [] : ['solana:signMessage'];
  const current = () => ({
    address: accounts[active]!.address,
    publicKey: new Uint8Array(accounts[active]!.publicKey),
    chains,
    features: ['solana:signTransaction', ...texts],
  });
  async function connect({ silent = false } = {}): Promise<object> {
    if (silent) return { accounts: localStorage.getItem(remembered) === null ? [] : [current()] };
    await ask('connect');
    localStorage.setItem(remembered, 'yes');
    return { accounts: [current()] };
  }
  async function signTransaction({ transaction }: { transaction: Uint8Array }): Promise<object[]> {
    await ask('transaction');
    const signed = new Uint8Array(transaction);
    // One signature: its count, its 64 bytes, the message.
    signed.set(await sign(transaction.slice(65)), 1);
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
  const disconnect = async () => localStorage.removeItem(remembered);
  const features = {
    'standard:connect': { version: '1.0.0', connect },
    'standard:disconnect': { version: '1.0.0', disconnect },
    'standard:events': { version: '1.0.0', on },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction,
    },
    ...(wallet.lacksSignMessage ? {} : { 'solana:signMessage': { version: '1.1.0', signMessage } }),
  };
  const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';
  const standard = { version: '1.0.0', name, icon, chains, features, accounts: [] };
  Object.assign(window, {
    switchAccount(to: number | null) {
      if (to !== null) active = to;
      for (const listener of listeners) listener({ accounts: to === null ? [] : [current()] });
    },
  });
  if (wallet.lateMs === 0) kit.announce(standard);
  else setTimeout(() => kit.announce(standard), wallet.lateMs);
}
