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

import type { Till } from '#domain/bonds/deposit';
import { type Amount, type Lamports, type PayToken, DECIMALS } from '#domain/base/money';
import type { Nonce } from '#domain/sells/payout';

export interface TransferOrder {
  readonly token: PayToken;
  /** The receiving wallet. */
  readonly to: string;
  readonly amount: Amount<PayToken>;
  /** What making the receiver's USDC account takes, which comes first; null where none is to be made. */
  readonly accountRent: Lamports | null;
  /** Keys that the transaction names, so that it is found by them. */
  readonly references: readonly string[];
  /**
   * The key of the server that has to sign beside the treasury, so that the owner's wallet can land
   * nothing but what the server has seen; null where the server signs for the treasury.
   */
  readonly cosigner: string | null;
  /** How many before it never landed, where some did: it pays more than they. */
  readonly attempt?: number;
  readonly nonce: Nonce & { readonly authority: string };
}

/** Instructions of a transfer, without those for the compute budget and the nonce. */
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
  // It fails where the account is there by then: rent is charged only if the treasury pays it.
  const create = getCreateAssociatedTokenInstruction({ payer, ata: destination, owner, mint });
  return {
    instructions: rent === null ? [transfer] : [create, transfer],
    writable: [payer.address, source, destination],
    rent: rent ?? 0n,
  };
}
