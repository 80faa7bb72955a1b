import { type KeyObject, generateKeyPairSync } from 'node:crypto';

import type { BrowserContext } from '@playwright/test';
import { getAddressDecoder } from '@solana/kit';

import { installKit, registerWallet } from './test-wallet-page.ts';

export interface WalletOptions {
  readonly name?: string;
  /** What it refuses. */
  readonly rejects?: 'connect' | 'message' | 'transaction';
  /** Never answers when asked to sign a transaction. */
  readonly hangs?: boolean;
  readonly lacksSignMessage?: boolean;
  /** Its account can sign transactions only, as some hardware wallets'. */
  readonly isHardware?: boolean;
  /** Registers this long after the page began. */
  readonly lateMs?: number;
  readonly accounts?: number;
}

export interface TestWallet {
  readonly addresses: readonly string[];
  /** The accounts' keys in PKCS #8, for signing outside of pages. */
  readonly secrets: readonly (readonly number[])[];
  /** How often it was asked, over all pages of the context. */
  readonly asked: { connect: number; message: number; transaction: number };
}

interface Account {
  readonly address: string;
  readonly publicKey: number[];
  /** PKCS #8, so that the page can sign with WebCrypto. */
  readonly secret: number[];
}

export type PageWallet = Required<Omit<WalletOptions, 'accounts' | 'rejects'>> & {
  readonly rejects: WalletOptions['rejects'] | null;
  readonly accounts: readonly Account[];
};

/** Puts a Wallet Standard wallet with real keys into every page of a context. */
export async function installWallet(
  context: BrowserContext,
  options: WalletOptions = {},
): Promise<TestWallet> {
  const accounts = Array.from({ length: options.accounts ?? 1 }, newAccount);
  const asked = { connect: 0, message: 0, transaction: 0 };
  const name = options.name ?? 'Phantom';
  await context.exposeFunction(`asked${name}`, (what: keyof typeof asked) => {
    asked[what] += 1;
  });
  const wallet: PageWallet = {
    name,
    accounts,
    rejects: options.rejects ?? null,
    hangs: options.hangs ?? false,
    lacksSignMessage: options.lacksSignMessage ?? false,
    isHardware: options.isHardware ?? false,
    lateMs: options.lateMs ?? 0,
  };
  await context.addInitScript(installKit);
  await context.addInitScript(registerWallet, wallet);
  return {
    addresses: accounts.map(({ address }) => address),
    secrets: accounts.map(({ secret }) => secret),
    asked,
  };
}

function newAccount(): Account {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = rawPublicKey(publicKey);
  return {
    address: getAddressDecoder().decode(raw),
    publicKey: [...raw],
    secret: [...privateKey.export({ format: 'der', type: 'pkcs8' })],
  };
}

/** The last 32 bytes of its DER form. */
function rawPublicKey(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ format: 'der', type: 'spki' }).subarray(-32));
}
