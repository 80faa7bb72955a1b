import type { PayoutPurpose } from './payout.ts';

/** Returns the text whose SHA-256 is the reference key of all payouts of a subject. */
export const subjectLabel = (purpose: PayoutPurpose, subject: string): string =>
  `lmt payout of ${purpose} ${subject}`;

/** Returns the text whose SHA-256 is the reference key of one payout. */
export const payoutLabel = (id: string): string => `lmt payout ${id}`;

/** Seeds from which the server key's nonce accounts are derived; as many payouts can be open at a time. */
export const NONCE_SEEDS: readonly string[] = Array.from({ length: 16 }, (_, i) => `nonce ${i}`);
