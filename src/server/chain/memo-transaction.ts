import { getAddMemoInstruction } from '@solana-program/memo';
import { address, createNoopSigner } from '@solana/kit';
import { paidBy } from './nonce-transactions.ts';

/** The memo program that every cluster has, and every explorer shows. */
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** The memo program takes a few hundred for each character; a wallet's guards come on top. */
const COMPUTE_UNITS = 200_000;

/** A memo that an account signs, and another one may pay for; unsigned. */
export function memoTransaction(
  memo: string,
  { signer, payer, lifetime }: { signer: string; payer: string; lifetime: string },
): string {
  const by = createNoopSigner(address(signer));
  const instruction = getAddMemoInstruction({ memo, signers: [by] }, { programAddress: MEMO });
  return paidBy(payer, { lifetime, units: COMPUTE_UNITS }, [instruction]);
}
