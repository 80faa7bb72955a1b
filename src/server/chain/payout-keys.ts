import { createHash } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';

const base58 = getBase58Decoder();

const keyOf = (text: string): string =>
  base58.decode(createHash('sha256').update(`lmt ${text}`).digest());

/**
 * The keys that a payout's transaction names: one for what it pays, the same in every attempt, and one
 * for this attempt alone, by which it is found even where its signature is not known.
 */
export function payoutKeys(of: {
  readonly id: string;
  readonly purpose: string;
  readonly subject: string;
}): { readonly forSubject: string; readonly forAttempt: string } {
  return {
    forSubject: keyOf(`payout of ${of.purpose} ${of.subject}`),
    forAttempt: keyOf(`payout ${of.id}`),
  };
}
