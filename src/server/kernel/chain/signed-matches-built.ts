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

/** Result of comparing a transaction returned by the owner's wallet with the built one. */
export type Match =
  | { readonly kind: 'same'; readonly signed: Signed }
  | { readonly kind: 'other'; readonly reason: string };

interface Opened {
  readonly transaction: Transaction;
  readonly feePayer: Address | undefined;
  readonly accounts: readonly string[];
  readonly signers: readonly string[];
  readonly usesLookupTables: boolean;
  /**
   * Program, accounts and data of each instruction as one text, without instructions that a wallet may add.
   */
  readonly essence: readonly string[];
}

/** Decodes a transaction. Throws if the bytes are no transaction of a version that kit can read. */
function open(base64: string): Opened {
  const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(base64));
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  if (message.version === 1) throw new Error('version');
  const { staticAccounts, header, instructions } = message;
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
    accounts: staticAccounts,
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

const no = (reason: string) => ({ kind: 'other', reason }) as const;

const isSameBytes = (a: Transaction, b: Transaction): boolean =>
  Buffer.from(a.messageBytes).equals(Buffer.from(b.messageBytes));

/** Null if the bytes are no transaction. */
function opened(base64: string): Opened | null {
  try {
    return open(base64);
  } catch {
    return null;
  }
}

const NO_TRANSACTION = no('it is not a transaction');
const UNSIGNED = no('it is not signed by the treasury');

const signedOf = ({ transaction }: Opened): Match => ({
  kind: 'same',
  signed: {
    transaction: getBase64EncodedWireTransaction(transaction),
    signature: getSignatureFromTransaction(transaction),
  },
});

/**
 * Checks that a signed payout has exactly the built bytes. A transaction with other bytes is 'altered'
 * if it names the payout's own reference key; otherwise it belongs to something else.
 */
export async function signedMatchesPayout(
  signedBase64: string,
  { built: builtBase64, key }: { readonly built: string; readonly key: string },
): Promise<Match | { readonly kind: 'altered' }> {
  const came = opened(signedBase64);
  if (!came) return NO_TRANSACTION;
  if (!isSameBytes(came.transaction, open(builtBase64).transaction)) {
    return came.accounts.includes(key) ? { kind: 'altered' } : no('it is another transaction');
  }
  const isSigned = came.feePayer && (await isSignedBy(came.feePayer, came.transaction));
  return isSigned ? signedOf(came) : UNSIGNED;
}

/**
 * Checks that a signed transaction with a blockhash does what the built one does, signed by the treasury: the same
 * instructions in the same order, references included, the same fee payer, no other signer. The wallet may have
 * added or changed compute-budget and guard instructions, and the blockhash.
 */
export async function signedMatchesBuilt(
  signedBase64: string,
  builtBase64: string,
): Promise<Match> {
  const built = open(builtBase64);
  const came = opened(signedBase64);
  if (!came) return NO_TRANSACTION;
  if (came.usesLookupTables) return no('it uses lookup tables');
  if (came.feePayer !== built.feePayer) return no('another wallet pays its fee');
  if (came.signers.toSorted().join() !== built.signers.toSorted().join()) {
    return no('it has other signers');
  }
  const doesSame =
    came.essence.length === built.essence.length &&
    came.essence.every((text, i) => text === built.essence[i]);
  if (!doesSame) return no('its instructions differ');
  const isSigned = came.feePayer && (await isSignedBy(came.feePayer, came.transaction));
  return isSigned ? signedOf(came) : UNSIGNED;
}
