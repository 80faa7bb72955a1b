import type { Behaviour, PageWallet } from './test-wallet.ts';

interface Kit {
  sign(secret: readonly number[], bytes: Uint8Array): Promise<Uint8Array>;
  announce(offer: { name: string; chains: readonly string[]; features: object }): void;
  features(does: Does): Record<string, object>;
  bytesOf(base64: string): Uint8Array<ArrayBuffer>;
  base64(bytes: Uint8Array): string;
  signInText(input: SignInInput, address: string): string;
  signerAt(transaction: Uint8Array, key: readonly number[]): { at: number; message: Uint8Array };
}

interface OfAccount {
  readonly account?: { readonly address: string };
}
type Asked = OfAccount & { readonly transaction: Uint8Array };
type AskedText = OfAccount & { readonly message: Uint8Array };
type SignInInput = Readonly<Record<string, string | undefined>>;

/** What a wallet can do, by the names of the Wallet Standard's methods. */
interface Does {
  readonly connect: (options?: { silent?: boolean }) => Promise<object>;
  readonly disconnect: () => Promise<void>;
  readonly on: (event: string, listener: (change: object) => void) => () => void;
  readonly signTransaction: (...inputs: Asked[]) => Promise<object[]>;
  readonly signAndSendTransaction: (input: Asked) => Promise<object[]>;
  readonly signMessage: (input: AskedText) => Promise<object[]>;
  readonly signIn: (input: SignInInput) => Promise<object[]>;
}

/** What a test may do with a wallet while its page is open. */
export interface Handle {
  /** From now on it behaves otherwise in this. */
  behave(change: Behaviour): void;
  /** Uses another account, or none, as its owner may. */
  switchAccount(to: number | null): void;
  /** Comes to the page now, where it was held back. */
  register(): void;
  /** Signs what it was slow to sign. */
  release(): void;
}

/** Runs in the page first: what the wallets share. */
export function installKit(): void {
  async function sign(secret: readonly number[], bytes: Uint8Array): Promise<Uint8Array> {
    const der = new Uint8Array(secret);
    const key = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('Ed25519', key, new Uint8Array(bytes)));
  }
  const bytesOf = (text: string) => Uint8Array.from(atob(text), (c) => c.codePointAt(0)!);
  const base64 = (bytes: Uint8Array) => btoa(String.fromCodePoint(...bytes));
  /** As the specification of Sign In With Solana writes it, of the fields that were given. */
  function signInText(input: SignInInput, address: string): string {
    const head = `${input['domain']} wants you to sign in with your Solana account:\n${address}`;
    const fields = [
      ['URI', input['uri']],
      ['Version', input['version']],
      ['Chain ID', input['chainId']],
      ['Nonce', input['nonce']],
      ['Issued At', input['issuedAt']],
      ['Expiration Time', input['expirationTime']],
    ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
    const { statement } = input;
    return [head, ...(statement === undefined ? [] : [statement]), fields.join('\n')].join('\n\n');
  }
  /** Where a key's signature stands in a transaction, and what it signs. */
  function signerAt(transaction: Uint8Array, key: readonly number[]) {
    const count = transaction[0]!;
    const message = transaction.slice(1 + 64 * count);
    // After a version's byte, where there is one, three of the header and the number of keys.
    const keysAt = message[0]! >= 128 ? 5 : 4;
    for (let index = 0; index < count; index += 1) {
      const start = keysAt + 32 * index;
      if (key.every((byte, i) => byte === message[start + i]))
        return { at: 1 + 64 * index, message };
    }
    throw new Error('not a signer of this transaction');
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
    testKit: { sign, announce, features, bytesOf, base64, signInText, signerAt },
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
  let release: () => void = () => undefined;
  let isSlow = wallet.isSlow;
  const kit = (window as unknown as { testKit: Kit }).testKit;
  const page = window as unknown as Record<string, (...what: string[]) => Promise<string>>;

  async function ask(what: 'connect' | 'message' | 'transaction' | 'disconnect'): Promise<void> {
    if (what !== 'disconnect') await page[`asked${name}`]!(what);
    const { message = 'User rejected the request.', code = 4001 } = now.error ?? {};
    if (now.rejects === what)
      throw Object.assign(new Error(message), code === null ? {} : { code });
    if (hangs && what === 'transaction') await new Promise(() => undefined);
    if (isSlow && what === 'transaction') {
      isSlow = false;
      await new Promise<void>((done) => (release = done));
    }
  }
  /** The account that the page names, else the one in use. */
  const keyOf = (account?: { readonly address: string }) =>
    accounts.find(({ address }) => address === account?.address) ?? accounts[active]!;
  const texts = isHardware ? [] : ['solana:signMessage'];
  const accountAt = ({ address, publicKey }: (typeof accounts)[number]) => ({
    address,
    publicKey: new Uint8Array(publicKey),
    chains,
    features: ['solana:signTransaction', ...texts],
  });
  const current = () => accountAt(accounts[active]!);
  const given = () => (wallet.givesAll ? accounts.map(accountAt) : [current()]);
  async function connect({ silent = false } = {}): Promise<object> {
    const isKnown = localStorage.getItem(remembered) !== null && !wallet.isLocked;
    if (silent) return { accounts: isKnown ? given() : [] };
    await ask('connect');
    if (now.hasNoAccount === true) return { accounts: [] };
    localStorage.setItem(remembered, 'yes');
    return { accounts: given() };
  }
  /** The transaction as this wallet would have it, with its signature. */
  async function signed({ transaction, account }: Asked): Promise<Uint8Array<ArrayBuffer>> {
    const { publicKey, secret } = keyOf(account);
    const shaped = kit.bytesOf(await page[`shape${name}`]!(kit.base64(transaction)));
    const { at, message } = kit.signerAt(shaped, publicKey);
    shaped.set(await kit.sign(secret, message), at);
    return shaped;
  }
  async function signTransaction(...inputs: Asked[]): Promise<object[]> {
    await ask('transaction');
    return Promise.all(inputs.map(async (input) => ({ signedTransaction: await signed(input) })));
  }
  async function signAndSendTransaction(input: Asked): Promise<object[]> {
    await ask('transaction');
    const bytes = await signed(input);
    const params = [kit.base64(bytes), { encoding: 'base64', preflightCommitment: 'confirmed' }];
    const call = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params };
    const headers = { 'content-type': 'application/json' };
    await fetch('/rpc', { method: 'POST', headers, body: JSON.stringify(call) });
    return [{ signature: bytes.slice(1, 65) }];
  }
  async function signMessage({ message, account }: AskedText): Promise<object[]> {
    await ask('message');
    const { address, secret } = keyOf(account);
    const { envelope } = wallet;
    const over =
      envelope === null
        ? message
        : kit.bytesOf(await page[`wrap${name}`]!(kit.base64(message), address));
    const told = envelope === 'untold' ? message : over;
    return [{ signedMessage: told, signature: await kit.sign(secret, over) }];
  }
  async function signIn(input: SignInInput): Promise<object[]> {
    await ask('message');
    localStorage.setItem(remembered, 'yes');
    const text = new TextEncoder().encode(kit.signInText(input, accounts[active]!.address));
    return [
      { account: current(), signedMessage: text, signature: await kit.sign(keyOf().secret, text) },
    ];
  }
  const on = (_: string, listener: (change: object) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  async function disconnect(): Promise<void> {
    await ask('disconnect');
    localStorage.removeItem(remembered);
  }
  const does = { connect, disconnect, on, signTransaction, signAndSendTransaction, signMessage };
  const all = kit.features({ ...does, signIn });
  const features = { ...all };
  const register = () =>
    kit.announce({
      name,
      chains,
      features,
      ...(wallet.icon === null ? {} : { icon: wallet.icon }),
    });
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
