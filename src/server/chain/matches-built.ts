import {
  type Address,
  type Transaction,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  getSignatureFromTransaction,
  verifySignature,
} from '@solana/kit';

import { hasStrictPoints } from '#domain/base/ed25519-points';
import { WALLET_PROGRAMS } from '../base/wallet-programs.ts';
import type { Signed } from './sign.ts';

/** 'altered' has bytes of the wallet's own, and 'renewed' another blockhash or nonce; both pay the same. */
export type Match =
  | { readonly kind: 'same' | 'altered' | 'renewed'; readonly signed: Signed }
  | { readonly kind: 'other'; readonly reason: string };

interface Opened {
  readonly transaction: Transaction;
  readonly feePayer: Address | undefined;
  /** Its blockhash or nonce. */
  readonly lifetime: string;
  readonly signers: readonly string[];
  readonly usesLookupTables: boolean;
  /** Program, accounts and data of each instruction as one text, without what a wallet may add. */
  readonly essence: readonly string[];
}

/** Throws where the bytes are no transaction of a kind that kit can read. */
function open(base64: string): Opened {
  const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(base64));
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  if (message.version === 1) throw new Error('version');
  const { staticAccounts, header, lifetimeToken, instructions } = message;
  const texts = instructions.map(({ programAddressIndex, accountIndices, data }) => {
    const program = staticAccounts[programAddressIndex];
    const accounts = (accountIndices ?? []).map((index) => staticAccounts[index]);
    const text = [program, ...accounts, Buffer.from(data ?? []).toString('hex')].join(' ');
    return { program, text };
  });
  const essence = texts
    .filter(({ program = '' }) => !WALLET_PROGRAMS.has(program))
    .map(({ text }) => text);
  return {
    transaction,
    feePayer: staticAccounts[0],
    lifetime: lifetimeToken,
    signers: staticAccounts.slice(0, header.numSignerAccounts),
    usesLookupTables:
      'addressTableLookups' in message && (message.addressTableLookups?.length ?? 0) > 0,
    essence,
  };
}

async function isSignedBy(wallet: Address, transaction: Transaction): Promise<boolean> {
  const signature = transaction.signatures[wallet];
  const raw = Uint8Array.from(getAddressEncoder().encode(wallet));
  if (!signature || !hasStrictPoints(raw, signature)) return false;
  const key = await getPublicKeyFromAddress(wallet);
  return verifySignature(key, signature, transaction.messageBytes);
}

const no = (reason: string): Match => ({ kind: 'other', reason });

const isSameBytes = (a: Transaction, b: Transaction): boolean =>
  Buffer.from(a.messageBytes).equals(Buffer.from(b.messageBytes));

/**
 * Whether a transaction that came back from the owner's wallet pays what the built one does, signed by
 * the treasury: the same instructions in the same order, references included, the same fee payer, no
 * other signer. Only compute-budget and guard instructions may have been added or changed, and the
 * lifetime: then it is an altered one.
 */
export async function matchesBuilt(signedBase64: string, builtBase64: string): Promise<Match> {
  const built = open(builtBase64);
  let came: Opened;
  try {
    came = open(signedBase64);
  } catch {
    return no('it is not a transaction');
  }
  if (came.usesLookupTables) return no('it uses lookup tables');
  if (came.feePayer !== built.feePayer) return no('another wallet pays its fee');
  if (came.signers.toSorted().join() !== built.signers.toSorted().join()) {
    return no('it has other signers');
  }
  const doesSame =
    came.essence.length === built.essence.length &&
    came.essence.every((text, i) => text === built.essence[i]);
  if (!doesSame) return no('its instructions differ');
  if (!came.feePayer || !(await isSignedBy(came.feePayer, came.transaction))) {
    return no('it is not signed by the treasury');
  }
  const signature = getSignatureFromTransaction(came.transaction);
  const transaction = getBase64EncodedWireTransaction(came.transaction);
  const signed = { transaction, signature };
  if (came.lifetime !== built.lifetime) return { kind: 'renewed', signed };
  const isSame = isSameBytes(came.transaction, built.transaction);
  return { kind: isSame ? 'same' : 'altered', signed };
}
