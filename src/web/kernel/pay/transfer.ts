import {
  type Address,
  type Blockhash,
  type Instruction,
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64Decoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';

import { DECIMALS, parseAmount } from '#domain/base/money';

import { tokenAccountOf } from '../api/token-account.ts';
import type { Lifetime } from './chain.ts';
import type { Transfer } from './order.ts';

/** The unsigned payment of a quote: the transfer to the treasury, naming the quote's reference key. */
export async function buildTransfer(
  payer: string,
  quote: Transfer,
  { blockhash, lastValidBlockHeight }: Lifetime,
): Promise<Uint8Array> {
  const made = accountOf(address(payer), quote);
  const transfer = await transferOf(address(payer), quote);
  const reference = { address: address(quote.reference), role: AccountRole.READONLY };
  const instruction = { ...transfer, accounts: [...(transfer.accounts ?? []), reference] };
  const lifetime = {
    blockhash: blockhash as Blockhash,
    lastValidBlockHeight: BigInt(lastValidBlockHeight),
  };
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(address(payer), m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => appendTransactionMessageInstructions([...made, instruction], m),
  );
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
}

/** Makes the treasury's token account where it is missing. */
function accountOf(payer: Address, quote: Transfer): readonly Instruction[] {
  const { treasuryAddress, treasuryTokenAccount, mint, tokenAccountMissing } = quote;
  if (!tokenAccountMissing || mint === undefined || treasuryTokenAccount === undefined) return [];
  return [
    getCreateAssociatedTokenIdempotentInstruction({
      payer: createNoopSigner(payer),
      ata: address(treasuryTokenAccount),
      owner: address(treasuryAddress),
      mint: address(mint),
    }),
  ];
}

async function transferOf(payer: Address, quote: Transfer): Promise<Instruction> {
  const { tokenType, amount: text, treasuryAddress, treasuryTokenAccount, mint } = quote;
  const amount = parseAmount(tokenType, text);
  if (amount === null) throw new Error(`not an amount: ${text}`);
  const signer = createNoopSigner(payer);
  if (tokenType === 'SOL') {
    const destination = address(treasuryAddress);
    return getTransferSolInstruction({ source: signer, destination, amount });
  }
  if (mint === undefined || treasuryTokenAccount === undefined) {
    throw new Error('the quote names no token account');
  }
  return getTransferCheckedInstruction({
    source: await tokenAccountOf(payer, mint),
    mint: address(mint),
    destination: address(treasuryTokenAccount),
    authority: signer,
    amount,
    decimals: DECIMALS.USDC,
  });
}

export interface SignedTransfer {
  readonly signature: string;
  /** The blockhash that was signed: a wallet may have put in its own. */
  readonly blockhash: string;
  readonly transaction: string;
}

export function readSigned(bytes: Uint8Array): SignedTransfer {
  const transaction = getTransactionDecoder().decode(bytes);
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  return {
    signature: getSignatureFromTransaction(transaction),
    blockhash: message.lifetimeToken,
    transaction: toBase64(bytes),
  };
}

/** What is signed of a transaction's wire bytes. */
export function messageOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(getTransactionDecoder().decode(bytes).messageBytes);
}

export function toBase64(bytes: Uint8Array): string {
  return getBase64Decoder().decode(bytes);
}
