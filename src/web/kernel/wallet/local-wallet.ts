import {
  createKeyPairFromBytes,
  getBase58Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  signBytes,
} from '@solana/kit';
import type { Wallet, WalletAccount } from '@wallet-standard/base';

import { type LocalWallet, localQuery } from '../api/reads/local-queries.ts';
import { queryClient } from '../api/query-client.ts';
import { walletFailure } from './failure.ts';
import type { Features } from './live.ts';

const CHAINS = ['solana:localnet'] as const;
const FEATURES = ['solana:signMessage', 'solana:signTransaction'] as const;
const ICON = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';

/** A wallet of the local network, as a Wallet Standard wallet over the key that the server hands out. */
export async function localWallet(id: `local:${string}`): Promise<Wallet> {
  const { wallets } = await queryClient.ensureQueryData(localQuery());
  const found = wallets.find(({ address }) => `local:${address}` === id);
  if (!found) throw walletFailure('noProvider');
  return standardWallet(found);
}

async function standardWallet({ name, address, secretKey }: LocalWallet): Promise<Wallet> {
  const keys = await createKeyPairFromBytes(getBase58Encoder().encode(secretKey));
  const publicKey = getBase58Encoder().encode(address) as Uint8Array;
  const account: WalletAccount = { address, publicKey, chains: CHAINS, features: FEATURES };
  const features: Features = {
    'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [account] }) },
    'standard:disconnect': { version: '1.0.0', disconnect: async () => undefined },
    'standard:events': { version: '1.0.0', on: () => () => undefined },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs) =>
        Promise.all(
          inputs.map(async ({ message }) => ({
            signedMessage: message,
            signature: await signBytes(keys.privateKey, message),
          })),
        ),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: (...inputs) =>
        Promise.all(
          inputs.map(async ({ transaction }) => ({
            signedTransaction: await signedBytes(keys, transaction),
          })),
        ),
    },
  };
  return {
    version: '1.0.0',
    name,
    icon: ICON,
    chains: CHAINS,
    features,
    accounts: [account],
  };
}

async function signedBytes(keys: CryptoKeyPair, bytes: Uint8Array): Promise<Uint8Array> {
  const signed = await partiallySignTransaction([keys], getTransactionDecoder().decode(bytes));
  return new Uint8Array(getTransactionEncoder().encode(signed));
}
