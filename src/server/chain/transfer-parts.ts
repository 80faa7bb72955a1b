import {
  type Address,
  type Instruction,
  AccountRole,
  address,
  createNoopSigner,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  AccountState,
  TOKEN_PROGRAM_ADDRESS,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';

import type { Till } from '#domain/bonds/deposit';
import { type Amount, type PayToken, DECIMALS } from '#domain/base/money';
import type { Nonce } from '#domain/sells/payout';

import { type Fact, type Unknown, fact } from './answer.ts';
import { readTokenAccount } from './balances.ts';
import { TOKEN_ACCOUNT_BYTES } from './nonce-transactions.ts';
import { rentExempt } from './rent.ts';
import { type Rpc, read } from './rpc.ts';
import { withContext } from './shape.ts';

export interface TransferOrder {
  readonly token: PayToken;
  /** The receiving wallet. */
  readonly to: string;
  readonly amount: Amount<PayToken>;
  /** Keys that the transaction names, so that it is found by them. */
  readonly references: readonly string[];
  /**
   * The key of the server that has to sign beside the treasury, so that the owner's wallet can land
   * nothing but what the server has seen; null where the server signs for the treasury.
   */
  readonly cosigner: string | null;
  /** How many before it never landed, where some did: it pays more than they. */
  readonly attempt?: number;
  /** What it can land with, once, and the slot at which that was read; null for a blockhash. */
  readonly nonce: (Nonce & { readonly authority: string; readonly slot: number }) | null;
}

/** The receiver's token account is not the receiver's any more, or frozen: nothing can be paid there. */
export interface Impossible {
  readonly kind: 'impossible';
  readonly why: 'receiver-account';
}

/** What a transfer consists of, before fees and blockhash. */
export interface Parts {
  readonly instructions: readonly Instruction[];
  readonly writable: readonly Address[];
  readonly rent: bigint;
}

/** The transfer, naming its references, and the co-signer as one more key; programs ignore both. */
function withReferences(
  transfer: Instruction,
  { references, cosigner }: Pick<TransferOrder, 'references' | 'cosigner'>,
): Instruction {
  const named = references.map((key) => ({ address: address(key), role: AccountRole.READONLY }));
  const signing =
    cosigner === null ? [] : [{ address: address(cosigner), role: AccountRole.READONLY_SIGNER }];
  return { ...transfer, accounts: [...(transfer.accounts ?? []), ...named, ...signing] };
}

/** A system transfer that names its references. */
export function solParts(till: Till, order: TransferOrder): Parts {
  const destination = address(order.to);
  const source = createNoopSigner(address(till.treasury));
  const transfer = getTransferSolInstruction({ source, destination, amount: order.amount });
  return {
    instructions: [withReferences(transfer, order)],
    writable: [source.address, destination],
    rent: 0n,
  };
}

/** A transferChecked that names its references, and the receiver's token account made first where it is missing. */
export async function usdcParts(
  rpc: Rpc,
  till: Till,
  order: TransferOrder,
): Promise<Fact<Parts> | Unknown | Impossible> {
  const owner = address(order.to);
  const mint = address(till.usdcMint);
  const payer = createNoopSigner(address(till.treasury));
  const source = address(till.treasuryTokenAccount);
  const [destination] = await findAssociatedTokenPda({
    owner,
    mint,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  const outcome = await rpc.call('getAccountInfo', [
    destination,
    { commitment: 'confirmed', encoding: 'base64' },
  ]);
  const account = read(outcome, (answer) => {
    const { slot, value } = withContext(answer);
    return fact(readTokenAccount(value), slot);
  });
  if (account.kind !== 'fact') return account;
  const held = account.value;
  const isTheirs = held?.owner === owner && held.mint === mint;
  if (held && !(isTheirs && held.state === AccountState.Initialized)) {
    return { kind: 'impossible', why: 'receiver-account' };
  }
  const rent = held ? fact(0n, 0) : await rentExempt(rpc, TOKEN_ACCOUNT_BYTES);
  if (rent.kind !== 'fact') return rent;
  const create = getCreateAssociatedTokenIdempotentInstruction({
    payer,
    ata: destination,
    owner,
    mint,
  });
  const { amount } = order;
  const decimals = DECIMALS.USDC;
  const transfer = withReferences(
    getTransferCheckedInstruction({
      source,
      mint,
      destination,
      authority: payer,
      amount,
      decimals,
    }),
    order,
  );
  const instructions = held ? [transfer] : [create, transfer];
  const writable = [payer.address, source, destination];
  return fact({ instructions, writable, rent: rent.value }, account.slot);
}
