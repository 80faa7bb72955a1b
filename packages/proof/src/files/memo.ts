import { type Day, isDay } from './day.ts';

/** A day whose root is on the chain. */
export interface AnchoredDay {
  readonly day: Day;
  /** Hex. */
  readonly root: string;
}

/** A memo by which the treasury writes a day's root on the chain. */
export interface AnchorMemo extends AnchoredDay {
  readonly totalUnits: string;
  /** Hash of the last line of the owner's log, hex. */
  readonly logHead: string;
  /** The day that the treasury anchored before this one; null for its first. */
  readonly last: AnchoredDay | null;
}

/** A day's figures in its memo. */
export type AnchorFigures = Omit<AnchorMemo, 'totalUnits' | 'last'> & {
  readonly totalUnits: bigint | string;
};

const NO_DAY = '0000-00-00';
const NO_ROOT = '0'.repeat(64);
const HASH = '[0-9a-f]{64}';
const MEMO = new RegExp(
  `^lmt-proof:v2:(?<day>[^:]+):(?<root>${HASH}):(?<totalUnits>0|[1-9]\\d{0,19}):(?<logHead>${HASH})` +
    `:(?<lastDay>[^:]+):(?<lastRoot>${HASH})$`,
);

/** Returns the part of a memo that follows from the day's proof. */
export const memoStart = ({ day, root, totalUnits, logHead }: AnchorFigures): string =>
  `lmt-proof:v2:${day}:${root}:${totalUnits}:${logHead}:`;

/** @example 'lmt-proof:v2:2026-01-31:<root>:1000000000:<logHead>:2026-01-30:<its root>' */
export const memoOf = (figures: AnchorFigures, last: AnchoredDay | null): string =>
  `${memoStart(figures)}${last?.day ?? NO_DAY}:${last?.root ?? NO_ROOT}`;

type MemoGroups = Readonly<
  Record<'day' | 'root' | 'totalUnits' | 'logHead' | 'lastDay' | 'lastRoot', string>
>;

/** Reads a memo; null if it is not a proof's. */
export function readMemo(memo: string): AnchorMemo | null {
  const groups = MEMO.exec(memo)?.groups as MemoGroups | undefined;
  if (!groups) return null;
  const { day, root, totalUnits, logHead, lastDay, lastRoot } = groups;
  if (!isDay(day)) return null;
  const figures = { day, root, totalUnits, logHead };
  if (lastDay === NO_DAY && lastRoot === NO_ROOT) return { ...figures, last: null };
  return isDay(lastDay) ? { ...figures, last: { day: lastDay, root: lastRoot } } : null;
}
