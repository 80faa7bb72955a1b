import {
  getAdvanceNonceAccountInstruction,
  getAllocateWithSeedInstruction,
  getInitializeNonceAccountInstruction,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system';
import {
  AccountRole,
  type Instruction,
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
import { getAddMemoInstruction } from '@solana-program/memo';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import type { Till } from '#domain/payments/deposit';
import type { Lamports } from '#domain/base/money';
import type { Nonce } from '#domain/payouts/payout';
import { priorityPriceOf } from '#domain/payouts/priority-fee';
import { NONCE_BYTES, type NoncePool } from './nonces.ts';
import { type Signed, sign } from './sign.ts';

/** Priority fee above transactions that pay none; 0.00000003 SOL at 30,000 units. */
const MICRO_LAMPORTS_PER_UNIT = 1_000n;
const COMPUTE_UNITS = 30_000;
/**
 * Higher limit, because the memo program uses a few hundred units per character, and wallets add guard
 * instructions.
 */
const MEMO_COMPUTE_UNITS = 200_000;
/** Memo program that every cluster has and every explorer shows. */
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** Maximum accounts that fit into one transaction. */
const ACCOUNTS_PER_TRANSACTION = 4;

/** Builds a transaction; `lifetime` is a recent blockhash, or the value of the nonce that it advances. */
function paidBy(
  payer: string,
  {
    lifetime,
    price = MICRO_LAMPORTS_PER_UNIT,
    units = COMPUTE_UNITS,
  }: { lifetime: string; price?: bigint; units?: number },
  instructions: readonly Instruction[],
): string {
  const life = { blockhash: blockhash(lifetime), lastValidBlockHeight: 0n };
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(address(payer), m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(life, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
    (m) => setTransactionMessageComputeUnitLimit(units, m),
    (m) => setTransactionMessageComputeUnitPrice(price, m),
  );
  return getBase64EncodedWireTransaction(compileTransaction(message));
}

/**
 * Advances the nonce, so that the payout signed with it can no longer land: exactly one of the two does. Each attempt
 * pays a higher fee.
 */
export function nonceAdvance(
  { account, value }: Nonce,
  { key, authority }: NoncePool,
  attempt: number,
): Promise<Signed> {
  const advance = getAdvanceNonceAccountInstruction({
    nonceAccount: address(account),
    nonceAuthority: createNoopSigner(authority),
  });
  const price = priorityPriceOf(0n, attempt);
  return sign(paidBy(authority, { lifetime: value, price }, [advance]), key);
}

/**
 * Returns the signatures of all attempts to advance a nonce. There are few, because the price rises to a
 * bound, and signing is deterministic.
 */
export async function nonceAdvanceSignatures(nonce: Nonce, pool: NoncePool): Promise<string[]> {
  const signatures = new Set<string>();
  for (let attempt = 0; signatures.size === attempt; attempt += 1) {
    signatures.add((await nonceAdvance(nonce, pool, attempt)).signature);
  }
  return [...signatures];
}

/**
 * Error of creating an account that exists: its second instruction fails, because the bytes are allocated
 * already.
 */
export const ALREADY_THERE = '{"InstructionError":[1,{"Custom":0}]}';

/** Builds and signs transactions that create the missing accounts of a pool, paid by the server's key. */
export function creations(
  { key, authority }: NoncePool,
  missing: NoncePool['accounts'],
  { latest, rent }: { readonly latest: string; readonly rent: Lamports },
): Promise<readonly Signed[]> {
  const signer = createNoopSigner(authority);
  const made = missing.map(({ address: nonceAccount, seed }): readonly Instruction[] => [
    // Not created by one instruction, because that fails if anybody has paid the address, which is
    // predictable.
    getTransferSolInstruction({ source: signer, destination: nonceAccount, amount: rent }),
    getAllocateWithSeedInstruction({
      newAccount: nonceAccount,
      baseAccount: signer,
      base: authority,
      seed,
      space: NONCE_BYTES,
      programAddress: SYSTEM_PROGRAM_ADDRESS,
    }),
    getInitializeNonceAccountInstruction({ nonceAccount, nonceAuthority: authority }),
  ]);
  const count = Math.ceil(made.length / ACCOUNTS_PER_TRANSACTION);
  return Promise.all(
    Array.from({ length: count }, (_, i) => {
      const at = i * ACCOUNTS_PER_TRANSACTION;
      const instructions = made.slice(at, at + ACCOUNTS_PER_TRANSACTION).flat();
      return sign(paidBy(authority, { lifetime: latest }, instructions), key);
    }),
  );
}

/**
 * Builds and signs a transaction that creates the treasury's USDC account, paid by the server's key. Anybody
 * may create it.
 */
export function tokenAccountCreation(
  { key, authority }: Pick<NoncePool, 'key' | 'authority'>,
  { treasury, treasuryTokenAccount, usdcMint }: Till,
  latest: string,
): Promise<Signed> {
  const create = getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(authority),
    ata: address(treasuryTokenAccount),
    owner: address(treasury),
    mint: address(usdcMint),
  });
  return sign(paidBy(authority, { lifetime: latest }, [create]), key);
}

/** Builds an unsigned transfer of fee money from the treasury to the server's key. */
export function funding(
  treasury: string,
  { authority }: Pick<NoncePool, 'authority'>,
  { latest, amount }: { readonly latest: string; readonly amount: Lamports },
): string {
  const source = createNoopSigner(address(treasury));
  const transfer = getTransferSolInstruction({ source, destination: authority, amount });
  return paidBy(treasury, { lifetime: latest }, [transfer]);
}

/**
 * Builds an unsigned memo transaction with a separate signer and fee payer. It also names a reference address,
 * on a transfer of 0 lamports from the payer to itself, because the memo program takes signers only and wallets
 * replace compute-budget instructions.
 */
export function memoTransaction(
  memo: string,
  {
    signer,
    payer,
    reference,
    lifetime,
  }: { signer: string; payer: string; reference: string; lifetime: string },
): string {
  const by = createNoopSigner(address(signer));
  const written = getAddMemoInstruction({ memo, signers: [by] }, { programAddress: MEMO });
  const nothing = getTransferSolInstruction({
    source: createNoopSigner(address(payer)),
    destination: address(payer),
    amount: 0n,
  });
  const named = { address: address(reference), role: AccountRole.READONLY };
  const naming = { ...nothing, accounts: [...nothing.accounts, named] };
  return paidBy(payer, { lifetime, units: MEMO_COMPUTE_UNITS }, [naming, written]);
}
