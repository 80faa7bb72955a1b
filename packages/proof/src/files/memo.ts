import { type Day, isDay } from './day.ts';

/** What the treasury writes on the chain of a day's proof. */
export interface Anchored {
  readonly day: Day;
  /** Hex. */
  readonly root: string;
  readonly totalUnits: string;
  /** Hash of the last line of the owner's log, hex. */
  readonly logHead: string;
}

const MEMO =
  /^lmt-proof:v1:(?<day>[^:]+):(?<root>[0-9a-f]{64}):(?<totalUnits>0|[1-9]\d{0,19}):(?<logHead>[0-9a-f]{64})$/;

/** @example 'lmt-proof:v1:2026-01-31:<root>:1000000000:<logHead>' */
export const memoOf = ({
  day,
  root,
  totalUnits,
  logHead,
}: Omit<Anchored, 'totalUnits'> & { readonly totalUnits: bigint | string }): string =>
  `lmt-proof:v1:${day}:${root}:${totalUnits}:${logHead}`;

/** What a memo says; null where it is no proof's. */
export function readMemo(memo: string): Anchored | null {
  const said = MEMO.exec(memo)?.groups as Anchored | undefined;
  return said && isDay(said.day) ? { ...said } : null;
}
