import {
  type Address,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit';
import { MEMO_PROGRAM_ADDRESS } from '@solana-program/memo';
import { WALLET_PROGRAMS } from '../kernel/base/wallet-programs.ts';
import { isSignedBy } from './verify-signature.ts';

/** The current memo program, and the two earlier ones, which some wallets still use. */
const MEMO_PROGRAMS: ReadonlySet<string> = new Set([
  MEMO_PROGRAM_ADDRESS,
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]);

/**
 * True if a signed transaction (base64, never sent) has this message as its only memo, is signed by the
 * wallet, and has no other instructions than those that wallets add. Used by hardware wallets that cannot
 * sign plain messages.
 */
export function isMemoSignedBy(wallet: string, transaction: string, message: string): boolean {
  try {
    const decoded = getTransactionDecoder().decode(getBase64Encoder().encode(transaction));
    const signature = decoded.signatures[wallet as Address];
    if (!signature || !isSignedBy(wallet, signature, Uint8Array.from(decoded.messageBytes))) {
      return false;
    }
    const compiled = getCompiledTransactionMessageDecoder().decode(decoded.messageBytes);
    if (!('instructions' in compiled)) return false;
    const memos: string[] = [];
    for (const { programAddressIndex, data } of compiled.instructions) {
      const program = compiled.staticAccounts[programAddressIndex] ?? '';
      if (MEMO_PROGRAMS.has(program)) memos.push(Buffer.from(data ?? []).toString('utf8'));
      else if (!WALLET_PROGRAMS.has(program)) return false;
    }
    return memos.length === 1 && memos[0] === message;
  } catch {
    return false;
  }
}
