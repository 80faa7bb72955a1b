import { BUDGET_PROGRAM, type ReadTransaction, faultOfBudget } from '../payouts/payout-bytes.ts';

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const SYSTEM_PROGRAM = '11111111111111111111111111111111';
/** Transfer of 0 lamports: the instruction's number and the amount, little-endian. */
const NO_TRANSFER = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0].join();

/** The anchor that a wallet is to sign. */
export interface ExpectedAnchor {
  readonly memo: string;
  readonly wallet: string;
  /** Address that all anchors of the wallet name. */
  readonly reference: string;
}

/**
 * True if a transaction writes a memo, names the reference address on a transfer of 0 lamports from the
 * wallet to itself, is signed by that wallet only, and does nothing else.
 */
export function isAnchor(
  transaction: ReadTransaction,
  { memo, wallet, reference }: ExpectedAnchor,
): boolean {
  if (!transaction.isLegacy || transaction.signers.join() !== wallet) return false;
  const { instructions } = transaction;
  if (faultOfBudget(instructions.filter(({ program }) => program === BUDGET_PROGRAM))) return false;
  const others = instructions.filter(({ program }) => program !== BUDGET_PROGRAM);
  const [naming, writing] = others;
  if (!naming || !writing || others.length > 2) return false;
  const isNaming =
    naming.program === SYSTEM_PROGRAM &&
    naming.accounts.join() === [wallet, wallet, reference].join() &&
    naming.data.join() === NO_TRANSFER;
  // The memo is plain ASCII.
  const isWriting =
    writing.program === MEMO_PROGRAM && String.fromCodePoint(...writing.data) === memo;
  return isNaming && isWriting;
}
