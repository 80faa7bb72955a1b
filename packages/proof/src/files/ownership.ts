import type { Day } from './day.ts';

/** An account of the treasury, at the time of a day's proof. */
export interface HeldAccount {
  readonly day: Day;
  readonly root: string;
  readonly asset: string;
  readonly address: string;
}

/**
 * What the treasury's key signs to show that it holds an account: the day and the root keep the
 * signature from being shown for another day.
 */
export const ownershipMessage = ({ day, root, asset, address }: HeldAccount): string =>
  `LMT proof of liabilities of ${day}\nThe treasury holds ${asset} at ${address}\nRoot ${root}`;
