import type { PayToken } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import type { ShownKind } from './movement-use.ts';

/** What moved on an account in all, by what it was. */
export interface MovedSum {
  readonly token: PayToken;
  readonly kind: ShownKind;
  readonly amount: bigint;
  readonly count: number;
}

/** What an account held when its movements began. */
export interface MovementOpening {
  readonly token: PayToken;
  readonly balance: bigint;
  readonly at: Instant;
}

/** The reconciliation of one account: opening + movements = balance. */
export interface MovementFigure {
  readonly token: PayToken;
  /** Null while nothing is known of the account. */
  readonly opening: MovementOpening | null;
  readonly sums: readonly MovedSum[];
  /** What the movements say that the account holds. */
  readonly expected: bigint;
  /** What it held after its newest transaction. */
  readonly balance: bigint;
  /** 0 where every transaction is explained to the last unit. */
  readonly difference: bigint;
  readonly unclassified: number;
}

export interface MovementTotals {
  readonly openings: readonly MovementOpening[];
  readonly sums: readonly MovedSum[];
  /** What each account held after its newest transaction. */
  readonly newest: readonly { readonly token: PayToken; readonly balance: bigint }[];
}

/** Sets what each account held first, and what moved since, against what it holds. */
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
