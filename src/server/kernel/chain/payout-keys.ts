import { createHash } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import type { PayoutPurpose } from '#domain/payouts/payout';
import { payoutLabel, subjectLabel } from '#domain/payouts/payout-labels';

const base58 = getBase58Decoder();

const keyOf = (text: string): string => base58.decode(createHash('sha256').update(text).digest());

/**
 * Derives the reference keys of a payout's transaction. `forSubject` is the same in every attempt. `forAttempt` is
 * unique, to find the attempt while its signature is unknown.
 */
export function payoutKeys(of: {
  readonly id: string;
  readonly purpose: PayoutPurpose;
  readonly subject: string;
}): { readonly forSubject: string; readonly forAttempt: string } {
  return {
    forSubject: keyOf(subjectLabel(of.purpose, of.subject)),
    forAttempt: keyOf(payoutLabel(of.id)),
  };
}
