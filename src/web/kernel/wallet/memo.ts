import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';

/** The memo program that every cluster has. */
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** No block has this hash: whatever is signed over it can never land. */
const NEVER = {
  blockhash: blockhash('11111111111111111111111111111111'),
  lastValidBlockHeight: 0n,
};

/** A transaction that only carries a text, for accounts that can sign nothing else. */
export function memoTransaction(walletAddress: string, text: string): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(address(walletAddress), m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(NEVER, m),
    (m) =>
      appendTransactionMessageInstruction(
        { programAddress: MEMO, data: new TextEncoder().encode(text) },
        m,
      ),
  );
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
}
