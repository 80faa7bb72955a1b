import type { PayToken } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import type { ShownKind } from './movement-use.ts';

/** Total of an account's movements of one kind. */
export interface MovedSum {
  readonly token: PayToken;
  readonly kind: ShownKind;
  readonly amount: bigint;
  readonly count: number;
}

/** Balance of an account when recording of its movements began. */
export interface MovementOpening {
  readonly token: PayToken;
  readonly balance: bigint;
  readonly at: Instant;
}

/** Reconciliation of one account: opening + movements = balance. */
export interface MovementFigure {
  readonly token: PayToken;
  /** Null if nothing is known of the account yet. */
  readonly opening: MovementOpening | null;
  readonly sums: readonly MovedSum[];
  /** Balance according to the movements. */
  readonly expected: bigint;
  /** Balance after the account's newest transaction. */
  readonly balance: bigint;
  /** Balance minus `expected`; 0 if every transaction is explained to the last unit. */
  readonly difference: bigint;
  readonly unclassified: number;
}

export interface MovementTotals {
  readonly openings: readonly MovementOpening[];
  readonly sums: readonly MovedSum[];
  /** Balance of each account after its newest transaction. */
  readonly newest: readonly { readonly token: PayToken; readonly balance: bigint }[];
}

/** Reconciles each account: its opening balance and movements against its newest balance. */
export function movementFigures({ openings, sums, newest }: MovementTotals): MovementFigure[] {
  return (['SOL', 'USDC'] as const).map((token) => {
    const opening = openings.find((each) => each.token === token) ?? null;
    const own = sums.filter((each) => each.token === token);
    const moved = own.reduce((total, { amount }) => total + amount, 0n);
    const expected = (opening?.balance ?? 0n) + moved;
    const last = newest.find((each) => each.token === token)?.balance;
    const balance = last ?? opening?.balance ?? 0n;
    const unclassified = own.find(({ kind }) => kind === 'unclassified')?.count ?? 0;
    const difference = balance - expected;
    return { token, opening, sums: own, expected, balance, difference, unclassified };
  });
}
