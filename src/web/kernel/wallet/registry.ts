import { getWallets } from '@wallet-standard/app';
import type { Wallet } from '@wallet-standard/base';
import { useSyncExternalStore } from 'react';

import { walletTexts } from './wallet-texts.ts';
import { isSolana } from './authorize.ts';
import { isMobile, opensWalletApps } from './device.ts';
import { WalletMissing } from './failure.ts';
import { injectedWallet } from './injected.ts';
import { type Features, featuresOf } from './live.ts';
import type { WalletId, WalletKind } from './state.ts';

export const KINDS: readonly WalletKind[] = ['phantom', 'solflare', 'jupiter'];

/** How often the page's window is looked at for wallets that do not announce themselves. */
const LOOK_MS = 500;

export interface Found {
  readonly id: WalletId;
  readonly wallet: Wallet;
}

const registry = getWallets();
let known: readonly Wallet[] = [];

/** Resolves once the phone's wallet apps are among the wallets, or cannot be; false where their code could not be fetched. */
export const walletApps: Promise<boolean> =
  // Only a page on https, or of this very device, may speak to apps.
  globalThis.isSecureContext && opensWalletApps()
    ? import('./mobile/mobile-wallet.ts').then(
        ({ MobileWallet }) => {
          registry.register(new MobileWallet());
          return true;
        },
        () => false,
      )
    : Promise.resolve(true);

/** The wallets that are there now; one that comes late is among them from then on. */
export function useInstalledWallets(): readonly Wallet[] {
  return useSyncExternalStore(watchWallets, installedWallets);
}

export function findWallet(
  id: WalletId,
  wallets: readonly Wallet[] = installedWallets(),
): Wallet | null {
  if (isKind(id)) {
    const all = wallets.filter((wallet) => isOfKind(wallet, id));
    return all.find(({ name }) => name.toLowerCase() === id) ?? all[0] ?? null;
  }
  return wallets.find((wallet) => isUsable(wallet) && id === `other:${wallet.name}`) ?? null;
}

/** Every wallet that registered itself and can sign, beside the three; of two with one name the first. */
export function otherWallets(wallets: readonly Wallet[]): readonly Found[] {
  const three = KINDS.map((kind) => findWallet(kind, wallets)?.name);
  return wallets
    .filter((wallet) => isUsable(wallet) && !three.includes(wallet.name))
    .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at)
    .map((wallet) => ({ id: `other:${wallet.name}`, wallet }));
}

/** The wanted wallet, else the first of the others that is there. */
export function pickWallet(wanted: Exclude<WalletId, `local:${string}`>): Found {
  for (const id of [wanted, ...KINDS]) {
    const wallet = findWallet(id);
    if (wallet) return { id, wallet };
  }
  const [other] = otherWallets(installedWallets());
  if (other) return other;
  const { noneFound, noneFoundMobile, notFound, notFoundMobile } = walletTexts.errors;
  const mobile = isMobile();
  if (!registry.get().some(isSolana)) throw new WalletMissing(mobile ? noneFoundMobile : noneFound);
  const say = mobile ? notFoundMobile : notFound;
  throw new WalletMissing(say(nameOf(wanted)));
}

/** The name of a wallet that may not have registered. */
export function nameOf(id: WalletId): string {
  return isKind(id) ? walletTexts.names[id] : id.slice(id.indexOf(':') + 1);
}

const SIGNS: readonly (keyof Features)[] = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signIn',
];

/** Whether a wallet can sign anything that signs its owner in. */
export function canSign(wallet: Wallet): boolean {
  return SIGNS.some((name) => name in featuresOf(wallet));
}

function isUsable(wallet: Wallet): boolean {
  return isSolana(wallet) && canSign(wallet) && 'standard:connect' in featuresOf(wallet);
}

function isKind(id: WalletId): id is WalletKind {
  return (KINDS as readonly string[]).includes(id);
}

export function isLocal(id: WalletId): id is `local:${string}` {
  return id.startsWith('local:');
}

/** Those of the Wallet Standard, and after them those that are in the page's window only. */
function installedWallets(): readonly Wallet[] {
  const standard = registry.get();
  const missing = KINDS.filter((id) => !standard.some((wallet) => isOfKind(wallet, id)));
  const now = [...standard, ...missing.flatMap((id) => injectedWallet(id) ?? [])];
  const isSame = now.length === known.length && now.every((wallet, at) => wallet === known[at]);
  if (!isSame) known = now;
  return known;
}

function isOfKind(wallet: Wallet, id: WalletKind): boolean {
  return isSolana(wallet) && wallet.name.toLowerCase().startsWith(id);
}

/** Notifies when a wallet registers or leaves, and polls for injected ones. Returns the unsubscribe function. */
export function watchWallets(listener: () => void): () => void {
  const off = [registry.on('register', listener), registry.on('unregister', listener)];
  const timer = setInterval(listener, LOOK_MS);
  return () => {
    clearInterval(timer);
    off.forEach((stop) => stop());
  };
}
