import { getWallets } from '@wallet-standard/app';
import type { Wallet } from '@wallet-standard/base';
import { useSyncExternalStore } from 'react';

import { walletTexts } from '../ui/texts/wallet.ts';
import { WalletFailure, walletFailure } from './failure.ts';
import type { WalletKind } from './state.ts';

export const KINDS: readonly WalletKind[] = ['phantom', 'solflare', 'jupiter'];

export interface Found {
  readonly id: WalletKind;
  readonly wallet: Wallet;
}

const registry = getWallets();

/** The wallets that are there now; one that registers late is among them from then on. */
export function useRegisteredWallets(): readonly Wallet[] {
  return useSyncExternalStore(subscribe, () => registry.get());
}

export function findWallet(
  id: WalletKind,
  wallets: readonly Wallet[] = registry.get(),
): Wallet | null {
  return wallets.find((wallet) => isKind(wallet, id)) ?? null;
}

/** The wanted wallet, else the first of the others that is there. */
export function pickWallet(wanted: WalletKind): Found {
  for (const id of [wanted, ...KINDS]) {
    const wallet = findWallet(id);
    if (wallet) return { id, wallet };
  }
  const { errors, names } = walletTexts;
  if (!registry.get().some(isSolana)) {
    throw isMobile() ? walletFailure('noneFoundMobile') : walletFailure('noneFound');
  }
  const say = isMobile() ? errors.notFoundMobile : errors.notFound;
  throw new WalletFailure(say(names[wanted]));
}

function isKind(wallet: Wallet, id: WalletKind): boolean {
  return isSolana(wallet) && wallet.name.toLowerCase().startsWith(id);
}

function isSolana({ chains, features }: Wallet): boolean {
  return chains.some((chain) => chain.startsWith('solana:')) && 'standard:connect' in features;
}

function isMobile(): boolean {
  return /Android|iPhone|iPad|Mobile/i.test(navigator.userAgent);
}

function subscribe(listener: () => void): () => void {
  const off = [registry.on('register', listener), registry.on('unregister', listener)];
  return () => off.forEach((stop) => stop());
}
