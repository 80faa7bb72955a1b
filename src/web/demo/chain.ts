import type { Wallet, WalletAccount } from '@wallet-standard/base';

import { demoTexts } from './demo-texts.ts';
import type { Features } from '../kernel/wallet/live.ts';
import { DEMO_ADDRESS, DEMO_BLOCKHASH } from './keys.ts';

const RENT = 890_880;
const LAST_HEIGHT = 1_000;
/** What the made-up wallet holds, in base units; it never gets less. */
const LAMPORTS = 42_500_000_000;
const USDC_UNITS = '5200000000';

const LANDED = { err: null, confirmationStatus: 'confirmed' };

const RESULTS: Readonly<Record<string, unknown>> = {
  getBalance: { value: LAMPORTS },
  getMinimumBalanceForRentExemption: RENT,
  getTokenAccountBalance: { value: { amount: USDC_UNITS } },
  getLatestBlockhash: { value: { blockhash: DEMO_BLOCKHASH, lastValidBlockHeight: LAST_HEIGHT } },
  simulateTransaction: { value: { err: null } },
  sendTransaction: '',
  getSignatureStatuses: { value: [LANDED] },
  getBlockHeight: 1,
  getFeeForMessage: { value: 5_000 },
};

/** What the chain’s node would say; everything that is sent has landed already. */
export function chainAnswer(body: unknown): Response {
  const { method } = body as { method: string };
  const result = RESULTS[method];
  if (result !== undefined) return Response.json({ result });
  return Response.json({ error: { code: -32601, message: demoTexts.refused } });
}

const CHAINS = ['solana:localnet'] as const;
const SIGNATURE_BYTES = 64;
const ICON = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';

/** A wallet without a key: its signatures are random, and no chain would take them. */
export function demoWallet(): { readonly wallet: Wallet; readonly account: WalletAccount } {
  const features: Features = {
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy'],
      signTransaction: async (...inputs) =>
        inputs.map(({ transaction }) => ({ signedTransaction: scribbled(transaction) })),
    },
  };
  const publicKey = new Uint8Array(32);
  const names = ['solana:signTransaction'] as const;
  const account = { address: DEMO_ADDRESS, publicKey, chains: CHAINS, features: names };
  const about = { version: '1.0.0', name: demoTexts.wallet, icon: ICON, chains: CHAINS } as const;
  return { wallet: { ...about, features, accounts: [account] }, account };
}

/** The first byte counts the signatures: there is one. */
function scribbled(transaction: Uint8Array): Uint8Array {
  const bytes = transaction.slice();
  crypto.getRandomValues(bytes.subarray(1, 1 + SIGNATURE_BYTES));
  return bytes;
}
