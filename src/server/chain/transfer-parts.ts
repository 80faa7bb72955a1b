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

import { type Fact, type Unknown, fact } from './answer.ts';
import { readTokenAccount } from './balances.ts';
import { rentExempt } from './rent.ts';
import { type Rpc, read } from './rpc.ts';
import { withContext } from './shape.ts';

const TOKEN_ACCOUNT_BYTES = 165;

export interface TransferOrder {
  readonly token: PayToken;
  /** The receiving wallet. */
  readonly to: string;
  readonly amount: Amount<PayToken>;
  /** Keys that the transaction names, so that it is found by them. */
  readonly references: readonly string[];
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

function withReferences(transfer: Instruction, references: readonly string[]): Instruction {
  const named = references.map((key) => ({ address: address(key), role: AccountRole.READONLY }));
  return { ...transfer, accounts: [...(transfer.accounts ?? []), ...named] };
}

/** A system transfer that names its references. */
export function solParts(till: Till, order: TransferOrder): Parts {
  const destination = address(order.to);
  const source = createNoopSigner(address(till.treasury));
  const transfer = getTransferSolInstruction({ source, destination, amount: order.amount });
  return {
    instructions: [withReferences(transfer, order.references)],
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
    order.references,
  );
  const instructions = held ? [transfer] : [create, transfer];
  const writable = [payer.address, source, destination];
  return fact({ instructions, writable, rent: rent.value }, account.slot);
}
