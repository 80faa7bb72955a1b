import { BUDGET_PROGRAM, type ReadTransaction, faultOfBudget } from '../payouts/payout-bytes.ts';

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

/** Whether a transaction writes a memo, signed by one wallet, and does nothing else. */
export function isAnchor(transaction: ReadTransaction, memo: string, wallet: string): boolean {
  if (!transaction.isLegacy || transaction.signers.join() !== wallet) return false;
  const { instructions } = transaction;
  if (faultOfBudget(instructions.filter(({ program }) => program === BUDGET_PROGRAM))) return false;
  const [only, ...others] = instructions.filter(({ program }) => program !== BUDGET_PROGRAM);
  if (!only || others.length > 0 || only.program !== MEMO_PROGRAM) return false;
  // The memo is plain ASCII.
  return String.fromCodePoint(...only.data) === memo;
}
