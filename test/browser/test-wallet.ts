import { type KeyObject, generateKeyPairSync } from 'node:crypto';

import type { BrowserContext, Page } from '@playwright/test';
import { getAddressDecoder, getBase58Encoder } from '@solana/kit';

import { enveloped, guarded } from './test-wallet-bytes.ts';
import { type Handle, installKit, registerWallet } from './test-wallet-page.ts';
import { installBytes, installSigner } from './test-wallet-signer.ts';

/** How a wallet behaves; a test may change it while the page is open, see `behave`. */
export interface Behaviour {
  /** What it refuses. */
  readonly rejects?: 'connect' | 'message' | 'transaction' | 'disconnect' | null;
  /** How it refuses; as a user's refusal unless told. */
  readonly error?: { readonly message?: string; readonly code?: number | null };
  /** Says yes and then gives no account. */
  readonly hasNoAccount?: boolean;
  /** Features that it does not offer. */
  readonly lacks?: readonly string[];
}

export interface WalletOptions {
  readonly name?: string;
  /** What it refuses. */
  readonly rejects?: 'connect' | 'message' | 'transaction';
  /** Never answers when asked to sign a transaction. */
  readonly hangs?: boolean;
  /** Its account can sign transactions only, as some hardware wallets'. */
  readonly isHardware?: boolean;
  /** Registers this long after the page began; null: when it is told to. */
  readonly lateMs?: number | null;
  readonly accounts?: number;
  /** Holds this key, of 64 bytes in base 58, instead of new ones. */
  readonly secretKey?: string;
  /** The networks that it lists. */
  readonly chains?: readonly string[];
  /** Features that it does not offer; sending by itself and Sign In With Solana unless told. */
  readonly lacks?: readonly string[];
  readonly icon?: string;
  /** Guards that it puts before and after what it signs, with fees of its own; co-signed bytes stay as they are. */
  readonly guards?: readonly [before: number, after: number];
  /** Signs texts in the off-chain envelope, and says so or not. */
  readonly envelope?: 'told' | 'untold';
  /** Waits with so many transactions, the first ones, until each is released. */
  readonly slow?: number;
  /** Gives no account without being asked. */
  readonly isLocked?: boolean;
  /** Takes this long to give its account without being asked; null: until it is released. */
  readonly silentMs?: number | null;
  /** Gives all its accounts, not only the one in use. */
  readonly givesAll?: boolean;
  /** Ends the connection when its owner uses another account. */
  readonly dropsOnSwitch?: boolean;
}

const ICON = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';
/** What few wallets have. */
const RARE = ['solana:signAndSendTransaction', 'solana:signIn'];

export interface TestWallet {
  readonly addresses: readonly string[];
  /** The accounts' keys in PKCS #8, for signing outside of pages. */
  readonly secrets: readonly (readonly number[])[];
  /** How often it was asked, over all pages of the context. */
  readonly asked: { connect: number; message: number; transaction: number };
}

export interface Account {
  readonly address: string;
  readonly publicKey: number[];
  /** PKCS #8, so that the page can sign with WebCrypto. */
  readonly secret: number[];
}

type Optional = 'rejects' | 'envelope';
export type PageWallet = Required<
  Omit<WalletOptions, Optional | 'accounts' | 'secretKey' | 'guards'>
> & { readonly [Name in Optional]: NonNullable<WalletOptions[Name]> | null } & {
  readonly accounts: readonly Account[];
};

/** Puts a Wallet Standard wallet with real keys into every page of a context. */
export async function installWallet(
  context: BrowserContext,
  options: WalletOptions = {},
): Promise<TestWallet> {
  const { secretKey } = options;
  const accounts =
    secretKey === undefined
      ? Array.from({ length: options.accounts ?? 1 }, newAccount)
      : [accountOf(secretKey)];
  const asked = { connect: 0, message: 0, transaction: 0 };
  const name = options.name ?? 'Phantom';
  await context.exposeFunction(`asked${name}`, (what: keyof typeof asked) => {
    asked[what] += 1;
  });
  const [before, after] = options.guards ?? [0, 0];
  await context.exposeFunction(`shape${name}`, (transaction: string) =>
    before + after === 0 ? transaction : guarded(transaction, before, after),
  );
  await context.exposeFunction(`wrap${name}`, enveloped);
  const wallet: PageWallet = {
    name,
    lacks: options.lacks ?? RARE,
    icon: options.icon ?? ICON,
    envelope: options.envelope ?? null,
    slow: options.slow ?? 0,
    isLocked: options.isLocked ?? false,
    silentMs: options.silentMs === undefined ? 0 : options.silentMs,
    givesAll: options.givesAll ?? false,
    dropsOnSwitch: options.dropsOnSwitch ?? false,
    accounts,
    rejects: options.rejects ?? null,
    hangs: options.hangs ?? false,
    isHardware: options.isHardware ?? false,
    lateMs: options.lateMs === undefined ? 0 : options.lateMs,
    chains: options.chains ?? ['solana:mainnet', 'solana:devnet', 'solana:localnet'],
  };
  for (const install of [installKit, installBytes, installSigner]) {
    await context.addInitScript(install);
  }
  await context.addInitScript(registerWallet, wallet);
  return {
    addresses: accounts.map(({ address }) => address),
    secrets: accounts.map(({ secret }) => secret),
    asked,
  };
}

/** Makes the page's wallet behave so, and as it was made in everything else. */
export function behave(page: Page, change: Behaviour, name = 'Phantom'): Promise<void> {
  return page.evaluate(
    ([which, how]) => {
      const own = window as unknown as { testWallets: Record<string, Handle> };
      own.testWallets[which]!.behave(how);
    },
    [name, change] as const,
  );
}

/** Uses another account of the page's wallet, or none. */
export function switchAccount(page: Page, to: number | null, name = 'Phantom'): Promise<void> {
  return page.evaluate(
    ([which, account]) => {
      const own = window as unknown as { testWallets: Record<string, Handle> };
      own.testWallets[which]!.switchAccount(account);
    },
    [name, to] as const,
  );
}

/** Lets a wallet come to the page that was held back. */
export function register(page: Page, name: string): Promise<void> {
  return page.evaluate((which) => {
    const own = window as unknown as { testWallets: Record<string, Handle> };
    own.testWallets[which]!.register();
  }, name);
}

/** Lets a slow wallet sign. */
export function release(page: Page, name: string): Promise<void> {
  return page.evaluate((which) => {
    const own = window as unknown as { testWallets: Record<string, Handle> };
    own.testWallets[which]!.release();
  }, name);
}

export function newAccount(): Account {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = rawPublicKey(publicKey);
  return {
    address: getAddressDecoder().decode(raw),
    publicKey: [...raw],
    secret: [...privateKey.export({ format: 'der', type: 'pkcs8' })],
  };
}

/** What stands before the 32 bytes of a seed in PKCS #8. */
const PKCS8_HEAD = [...Buffer.from('302e020100300506032b657004220420', 'hex')];

function accountOf(secretKey: string): Account {
  const bytes = [...getBase58Encoder().encode(secretKey)];
  const publicKey = bytes.slice(32);
  return {
    address: getAddressDecoder().decode(new Uint8Array(publicKey)),
    publicKey,
    secret: [...PKCS8_HEAD, ...bytes.slice(0, 32)],
  };
}

/** The last 32 bytes of its DER form. */
function rawPublicKey(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ format: 'der', type: 'spki' }).subarray(-32));
}
