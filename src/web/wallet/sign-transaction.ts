import { getBase58Decoder } from '@solana/kit';

import type { Status } from '#contract/protocol';

import { awake } from './awake.ts';
import { chainOf, listedChain } from './chains.ts';
import { walletFailure } from './failure.ts';
import { type Live, featuresOf, liveWallet } from './live.ts';

/** What a wallet made of a payment: signed bytes, or, where it only sends, the signature of what it sent. */
export type WalletSigned =
  | { readonly kind: 'signed'; readonly bytes: Uint8Array }
  | { readonly kind: 'sent'; readonly signature: string };

/** Has the connected wallet sign transactions' wire bytes, in one prompt where it can. Nothing is sent. */
export async function signTransactions(
  transactions: readonly Uint8Array[],
  address: string,
  network: Status['network'],
): Promise<readonly Uint8Array[]> {
  const { wallet, account } = await connected(address);
  const feature = featuresOf(wallet)['solana:signTransaction'];
  if (!feature) throw walletFailure('noTransactions');
  const chain = listedChain(account, network);
  const inputs = transactions.map((transaction) => ({
    account,
    transaction,
    ...(chain === null ? {} : { chain }),
  }));
  const signed = await feature.signTransaction(...inputs);
  if (signed.length !== inputs.length) throw walletFailure('noProvider');
  return signed.map(({ signedTransaction }) => signedTransaction);
}

/** Has the connected wallet sign a payment; one that signs nothing without sending it sends it. */
export async function signPayment(
  transaction: Uint8Array,
  address: string,
  network: Status['network'],
): Promise<WalletSigned> {
  const live = await connected(address);
  const features = featuresOf(live.wallet);
  const sends = features['solana:signAndSendTransaction'];
  if ('solana:signTransaction' in features || !sends) {
    const [bytes] = await signTransactions([transaction], address, network);
    if (!bytes) throw walletFailure('noProvider');
    return { kind: 'signed', bytes };
  }
  const input = { account: live.account, transaction, chain: chainOf(network) };
  const [sent] = await sends.signAndSendTransaction(input);
  if (!sent) throw walletFailure('noProvider');
  return { kind: 'sent', signature: getBase58Decoder().decode(sent.signature) };
}

async function connected(address: string): Promise<Live> {
  const live = liveWallet();
  if (!live || live.account.address !== address) throw walletFailure('notConnected');
  return awake(live);
}
