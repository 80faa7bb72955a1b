import type { Account, Behaviour, PageWallet } from './test-wallet.ts';

export interface Kit {
  sign(secret: readonly number[], bytes: Uint8Array): Promise<Uint8Array>;
  announce(offer: Pick<PageWallet, 'name' | 'chains' | 'icon'> & { features: object }): void;
  features(does: Does): Record<string, object>;
  pause(ms: number): Promise<void>;
  bytesOf(base64: string): Uint8Array<ArrayBuffer>;
  base64(bytes: Uint8Array): string;
  signInText(input: SignInInput, address: string): string;
  signer(wallet: PageWallet, own: Own): Signer;
  signerAt(transaction: Uint8Array, key: readonly number[]): { at: number; message: Uint8Array };
}

interface OfAccount {
  readonly account?: { readonly address: string };
}
export type Asked = OfAccount & { readonly transaction: Uint8Array };
export type AskedText = OfAccount & { readonly message: Uint8Array };
export type SignInInput = Readonly<Record<string, string | undefined>>;

/** What a wallet can do, by the names of the Wallet Standard's methods. */
interface Does extends Signer {
  readonly connect: (options?: { silent?: boolean }) => Promise<object>;
  readonly disconnect: () => Promise<void>;
  readonly on: (event: string, listener: (change: object) => void) => () => void;
}

/** What it signs with. */
export interface Signer {
  readonly signTransaction: (...inputs: Asked[]) => Promise<object[]>;
  readonly signAndSendTransaction: (input: Asked) => Promise<object[]>;
  readonly signMessage: (input: AskedText) => Promise<object[]>;
  readonly signIn: (input: SignInInput) => Promise<object[]>;
}

/** What of a wallet its signer has to know. */
export interface Own {
  readonly active: () => Account;
  readonly current: () => object;
  readonly onConnected: () => void;
  readonly ask: (what: 'message' | 'transaction') => Promise<void>;
}

/** What a test may do with a wallet while its page is open. */
export interface Handle {
  /** From now on it behaves otherwise in this. */
  behave(change: Behaviour): void;
  /** Uses another account, or none, as its owner may. */
  switchAccount(to: number | null): void;
  /** Comes to the page now, where it was held back. */
  register(): void;
  /** Signs what it was slow to sign, or gives its account at last. */
  release(): void;
}

/** Runs in the page first: what the wallets share. */
export function installKit(): void {
  async function sign(secret: readonly number[], bytes: Uint8Array): Promise<Uint8Array> {
    const der = new Uint8Array(secret);
    const key = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('Ed25519', key, new Uint8Array(bytes)));
  }
  const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
  function announce(offer: object): void {
    const wallet = { version: '1.0.0', accounts: [], ...offer };
    const register = (api: { register: (wallet: object) => void }) => api.register(wallet);
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
    window.addEventListener('wallet-standard:app-ready', (event) =>
      register((event as CustomEvent).detail),
    );
  }
  function features(does: Does): Record<string, object> {
    const { connect, disconnect, on, signTransaction, signMessage } = does;
    const { signAndSendTransaction, signIn } = does;
    const supportedTransactionVersions = ['legacy', 0];
    return {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'standard:events': { version: '1.0.0', on },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions,
        signTransaction,
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions,
        signAndSendTransaction,
      },
      'solana:signIn': { version: '1.0.0', signIn },
      'solana:signMessage': { version: '1.1.0', signMessage },
    };
  }
  // A second wallet of the context brings the kit again.
  const page = window as unknown as { testWallets?: object };
  Object.assign(window, {
    testKit: { sign, announce, features, pause },
    testWallets: page.testWallets ?? {},
  });
}

/** Runs in the page, before its own code: registers the wallet. It can use nothing from this file. */
export function registerWallet(wallet: PageWallet): void {
  const { accounts, name, hangs, isHardware, chains, icon } = wallet;
  let now: Behaviour = wallet;
  const remembered = `test-wallet-${name}`;
  const listeners = new Set<(change: object) => void>();
  let active = 0;
  let release: () => void = () => undefined;
  let slow = wallet.slow;
  const held = () => new Promise<void>((done) => (release = done));
  const kit = (window as unknown as { testKit: Kit }).testKit;
  const page = window as unknown as Record<string, (...what: string[]) => Promise<string>>;

  async function ask(what: 'connect' | 'message' | 'transaction' | 'disconnect'): Promise<void> {
    if (what !== 'disconnect') await page[`asked${name}`]!(what);
    const { message = 'User rejected the request.', code = 4001 } = now.error ?? {};
    if (now.rejects === what)
      throw Object.assign(new Error(message), code === null ? {} : { code });
    if (hangs && what === 'transaction') await new Promise(() => undefined);
    if (what === 'transaction' && slow-- > 0) await held();
  }
  const accountAt = ({ address, publicKey }: (typeof accounts)[number]) => ({
    address,
    publicKey: new Uint8Array(publicKey),
    chains,
    features: ['solana:signTransaction', ...(isHardware ? [] : ['solana:signMessage'])],
  });
  const current = () => accountAt(accounts[active]!);
  const given = () => (wallet.givesAll ? accounts.map(accountAt) : [current()]);
  const remember = () => localStorage.setItem(remembered, 'yes');
  async function connect({ silent = false } = {}): Promise<object> {
    const isKnown = localStorage.getItem(remembered) !== null && !wallet.isLocked;
    if (silent) await (wallet.silentMs === null ? held() : kit.pause(wallet.silentMs));
    if (silent) return { accounts: isKnown ? given() : [] };
    await ask('connect');
    if (now.hasNoAccount === true) return { accounts: [] };
    remember();
    return { accounts: given() };
  }
  const on = (_: string, listener: (change: object) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  async function disconnect(): Promise<void> {
    await ask('disconnect');
    localStorage.removeItem(remembered);
  }
  const own = { active: () => accounts[active]!, current, onConnected: remember, ask };
  const all = kit.features({ connect, disconnect, on, ...kit.signer(wallet, own) });
  const features = { ...all };
  const register = () => kit.announce({ name, chains, features, icon });
  const handle: Handle = {
    behave(change) {
      now = change;
      Object.assign(features, all);
      for (const feature of [...wallet.lacks, ...(change.lacks ?? [])]) delete features[feature];
    },
    switchAccount(to) {
      if (to !== null) active = to;
      const gone = to === null || wallet.dropsOnSwitch;
      for (const listener of listeners) listener({ accounts: gone ? [] : given() });
    },
    register,
    release: () => release(),
  };
  handle.behave(wallet);
  (window as unknown as { testWallets: Record<string, Handle> }).testWallets[name] = handle;
  if (wallet.lateMs === 0) register();
  else if (wallet.lateMs !== null) setTimeout(register, wallet.lateMs);
}
