import {
  type Address,
  type Transaction,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  getSignatureFromTransaction,
  verifySignature,
} from '@solana/kit';

import type { Signed } from './sign.ts';

const COMPUTE_BUDGET_PROGRAM: string = 'ComputeBudget111111111111111111111111111111';
/** Lighthouse: instructions that wallets add, which only make a transaction fail when balances differ from what they showed. */
const GUARD_PROGRAM: string = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';

export type Match =
  | { readonly ok: true; readonly signed: Signed }
  | { readonly ok: false; readonly reason: string };

interface Opened {
  readonly transaction: Transaction;
  readonly feePayer: Address | undefined;
  readonly blockhash: string;
  readonly signerCount: number;
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
    .filter(({ program }) => program !== COMPUTE_BUDGET_PROGRAM && program !== GUARD_PROGRAM)
    .map(({ text }) => text);
  return {
    transaction,
    feePayer: staticAccounts[0],
    blockhash: lifetimeToken,
    signerCount: header.numSignerAccounts,
    usesLookupTables:
      'addressTableLookups' in message && (message.addressTableLookups?.length ?? 0) > 0,
    essence,
  };
}

async function isSignedBy(wallet: Address, transaction: Transaction): Promise<boolean> {
  const signature = transaction.signatures[wallet];
  if (!signature) return false;
  const key = await getPublicKeyFromAddress(wallet);
  return verifySignature(key, signature, transaction.messageBytes);
}

const no = (reason: string): Match => ({ ok: false, reason });

/**
 * Whether a transaction that came back from the owner's wallet is the built one, signed: the same
 * instructions in the same order, references included, the same fee payer and blockhash, no other
 * signer. Only compute-budget and guard instructions may have been added or changed.
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
  if (came.signerCount !== built.signerCount) return no('it has other signers');
  if (came.blockhash !== built.blockhash) return no('it has another blockhash');
  const isSame =
    came.essence.length === built.essence.length &&
    came.essence.every((text, i) => text === built.essence[i]);
  if (!isSame) return no('its instructions differ');
  if (!came.feePayer || !(await isSignedBy(came.feePayer, came.transaction))) {
    return no('it is not signed by the treasury');
  }
  const signature = getSignatureFromTransaction(came.transaction);
  const transaction = getBase64EncodedWireTransaction(came.transaction);
  return { ok: true, signed: { transaction, signature } };
}
