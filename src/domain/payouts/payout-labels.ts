import type { PayoutPurpose } from './payout.ts';

/** What the key is a SHA-256 of that every payout of a subject names. */
export const subjectLabel = (purpose: PayoutPurpose, subject: string): string =>
  `lmt payout of ${purpose} ${subject}`;

/** The same of the key that one payout alone names. */
export const payoutLabel = (id: string): string => `lmt payout ${id}`;

/** The nonce accounts of the server's key have its address with one of these seeds: as many payouts can be under way. */
export const NONCE_SEEDS: readonly string[] = Array.from({ length: 16 }, (_, i) => `nonce ${i}`);
