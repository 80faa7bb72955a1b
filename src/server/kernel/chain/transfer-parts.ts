import {
  type Address,
  type Instruction,
  AccountRole,
  address,
  createNoopSigner,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  TOKEN_PROGRAM_ADDRESS,
  findAssociatedTokenPda,
  getCreateAssociatedTokenInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';

import type { Till } from '#domain/payments/deposit';
import { type Amount, type Lamports, type PayToken, DECIMALS } from '#domain/base/money';
import type { Nonce } from '#domain/payouts/payout';

export interface TransferOrder {
  readonly token: PayToken;
  /** The receiving wallet. */
  readonly to: string;
  readonly amount: Amount<PayToken>;
  /** Rent of the receiver's USDC account, which the transaction creates first; null if the account exists. */
  readonly accountRent: Lamports | null;
  /** Keys that the transaction names, so that it can be found by them. */
  readonly references: readonly string[];
  /**
   * Server key that signs beside the treasury, so that the owner's wallet can land only a transaction that
   * the server has seen; null if the server signs for the treasury.
   */
  readonly cosigner: string | null;
  /** Number of earlier attempts that never landed; each raises the priority fee. */
  readonly attempt?: number;
  readonly nonce: Nonce & { readonly authority: string };
}

/** Instructions of a transfer, without those of the compute budget and the nonce. */
export interface Parts {
  readonly instructions: readonly Instruction[];
  readonly writable: readonly Address[];
  readonly rent: bigint;
}

/** Adds the references, and the co-signer as one more key, to the transfer; programs ignore both. */
function withReferences(
  transfer: Instruction,
  { references, cosigner }: Pick<TransferOrder, 'references' | 'cosigner'>,
): Instruction {
  const named = references.map((key) => ({ address: address(key), role: AccountRole.READONLY }));
  const signing =
    cosigner === null ? [] : [{ address: address(cosigner), role: AccountRole.READONLY_SIGNER }];
  return { ...transfer, accounts: [...(transfer.accounts ?? []), ...named, ...signing] };
}

/** Builds a system transfer that names its references. */
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

/**
 * Builds a `transferChecked` that names its references. Creates the receiver's token account first if it is
 * missing.
 */
export async function usdcParts(till: Till, order: TransferOrder): Promise<Parts> {
  const { amount, accountRent: rent } = order;
  const [owner, mint] = [address(order.to), address(till.usdcMint)];
  const payer = createNoopSigner(address(till.treasury));
  const source = address(till.treasuryTokenAccount);
  const place = { owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  const [destination] = await findAssociatedTokenPda(place);
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
  // Fails if the account exists by then, because rent is charged only if the treasury pays it.
  const create = getCreateAssociatedTokenInstruction({ payer, ata: destination, owner, mint });
  return {
    instructions: rent === null ? [transfer] : [create, transfer],
    writable: [payer.address, source, destination],
    rent: rent ?? 0n,
  };
}
