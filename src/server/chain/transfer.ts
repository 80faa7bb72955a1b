import {
  type Address,
  type Blockhash,
  type Instruction,
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  AccountState,
  TOKEN_PROGRAM_ADDRESS,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';

import type { Till } from '#domain/deposit';
import { type Amount, type Lamports, type PayToken, DECIMALS, lamports } from '#domain/money';

import { type Fact, type Reading, type Unknown, fact } from './answer.ts';
import { readTokenAccount } from './balances.ts';
import { priorityPrice } from './priority-fee.ts';
import { rentExempt } from './rent.ts';
import { type Rpc, read } from './rpc.ts';
import { countAt, objectAt, textAt, withContext } from './shape.ts';

export interface TransferOrder {
  readonly token: PayToken;
  /** The receiving wallet. */
  readonly to: string;
  readonly amount: Amount<PayToken>;
  /** Keys that the transaction names, so that it is found by them. */
  readonly references: readonly string[];
}

/** An unsigned transfer out of the treasury. */
export interface BuiltTransfer {
  /** Wire format, base64, with an empty signature. */
  readonly transaction: string;
  readonly blockhash: string;
  /** It can land in no block above this height. */
  readonly lastValidBlockHeight: number;
  /** The slot at which it was built: it cannot have landed before. */
  readonly slot: number;
  /** What it costs the treasury besides the amount: fees, and rent for a token account that it creates. */
  readonly costs: Lamports;
}

/** The receiver's token account is not the receiver's any more, or frozen: nothing can be paid there. */
interface Impossible {
  readonly kind: 'impossible';
  readonly why: 'receiver-account';
}

export type BuildOutcome = Fact<BuiltTransfer> | Unknown | Impossible;

const SIGNATURE_LAMPORTS = 5_000n;
const TOKEN_ACCOUNT_BYTES = 165;
/** Room for a wallet's guard instructions is included. */
const SOL_COMPUTE_UNITS = 40_000;
const USDC_COMPUTE_UNITS = 120_000;

interface Life {
  readonly blockhash: Blockhash;
  readonly lastValidBlockHeight: number;
}

async function latestBlockhash(rpc: Rpc): Promise<Reading<Life>> {
  const outcome = await rpc.call('getLatestBlockhash', [{ commitment: 'confirmed' }]);
  return read(outcome, (answer) => {
    const { slot, value } = withContext(answer);
    const life = objectAt(value, 'blockhash');
    return fact(
      {
        blockhash: blockhash(textAt(life['blockhash'], 'blockhash')),
        lastValidBlockHeight: countAt(life['lastValidBlockHeight'], 'lastValidBlockHeight'),
      },
      slot,
    );
  });
}

interface Parts {
  readonly instructions: readonly Instruction[];
  readonly writable: readonly Address[];
  readonly rent: bigint;
}

function withReferences(transfer: Instruction, references: readonly string[]): Instruction {
  const named = references.map((key) => ({ address: address(key), role: AccountRole.READONLY }));
  return { ...transfer, accounts: [...(transfer.accounts ?? []), ...named] };
}

function solParts(till: Till, order: TransferOrder): Parts {
  const destination = address(order.to);
  const source = createNoopSigner(address(till.treasury));
  const transfer = getTransferSolInstruction({ source, destination, amount: order.amount });
  return {
    instructions: [withReferences(transfer, order.references)],
    writable: [source.address, destination],
    rent: 0n,
  };
}

async function usdcParts(
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

/** Builds a transfer of SOL or USDC out of the treasury, for its owner or its key to sign. Moves nothing. */
export async function buildTransfer(
  rpc: Rpc,
  till: Till,
  order: TransferOrder,
): Promise<BuildOutcome> {
  const isSol = order.token === 'SOL';
  const parts = isSol ? fact(solParts(till, order), 0) : await usdcParts(rpc, till, order);
  if (parts.kind !== 'fact') return parts;
  const { instructions, writable, rent } = parts.value;
  const price = await priorityPrice(rpc, writable);
  const life = await latestBlockhash(rpc);
  if (life.kind !== 'fact') return life;
  const { lastValidBlockHeight } = life.value;
  const lifetime = { ...life.value, lastValidBlockHeight: BigInt(lastValidBlockHeight) };
  const units = isSol ? SOL_COMPUTE_UNITS : USDC_COMPUTE_UNITS;
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(address(till.treasury), m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => setTransactionMessageComputeUnitLimit(units, m),
    (m) => setTransactionMessageComputeUnitPrice(price, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  const transaction = getBase64EncodedWireTransaction(compileTransaction(message));
  const priority = (price * BigInt(units) + 999_999n) / 1_000_000n;
  const costs = lamports(SIGNATURE_LAMPORTS + priority + rent);
  const { slot } = life;
  return fact({ transaction, ...life.value, slot, costs }, slot);
}
