import type { Day } from './day.ts';

/** An account of the treasury on the day of a proof. */
export interface HeldAccount {
  readonly day: Day;
  readonly root: string;
  readonly asset: string;
  readonly address: string;
}

/**
 * Returns the text that the treasury signs to show control of an account. Day and root make the signature
 * useless for another day.
 */
export const ownershipMessage = ({ day, root, asset, address }: HeldAccount): string =>
  `LMT proof of liabilities of ${day}\nThe treasury holds ${asset} at ${address}\nRoot ${root}`;
