import type { WalletOptions } from '../test-wallet.ts';

/** A wallet as its documentation, source or issue threads say that it behaves; docs/WALLETS.md names them. */
export interface Kind extends WalletOptions {
  readonly name: string;
  /** Signs no texts: its owner is offered a transaction. */
  readonly refusesTexts?: boolean;
  /** Has no way to sign without sending, so that no payout can be signed with it. */
  readonly onlySends?: boolean;
}

const SEND = 'solana:signAndSendTransaction';
const SIGN_IN = 'solana:signIn';

export const ZOO: Readonly<Record<string, Kind>> = {
  Phantom: { name: 'Phantom', guards: [3, 1], lacks: [SEND, SIGN_IN] },
  Solflare: { name: 'Solflare', guards: [1, 1] },
  Jupiter: { name: 'Jupiter' },
  'a Ledger that refuses texts': {
    name: 'Phantom',
    rejects: 'message',
    guards: [3, 1],
    refusesTexts: true,
  },
  'a Ledger that signs the envelope': { name: 'Solflare', envelope: 'told' },
  'a Ledger that hides its envelope': { name: 'Backpack', envelope: 'untold' },
  'one that only sends': {
    name: 'SquadsX',
    lacks: ['solana:signTransaction', SIGN_IN],
    onlySends: true,
  },
  'a slow one': { name: 'OneKey', slow: 1 },
  'one locked at the reload': { name: 'Phantom', isLocked: true },
  'one that drops the connection': { name: 'Nightly', accounts: 2, dropsOnSwitch: true },
  'a mobile one': { name: 'Mobile Wallet Adapter', lacks: [] },
  'one with Sign In With Solana': { name: 'Phantom', lacks: [SEND], guards: [3, 1] },
  'one with several accounts': { name: 'Trust', accounts: 3, givesAll: true },
};
