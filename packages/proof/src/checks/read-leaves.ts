import type { Checked } from '../files/fault.ts';
import type { PublishedDay } from '../files/published.ts';
import { type CheckedLeaves, LeavesCheck } from './check-leaves.ts';
import { sha256 } from './hash.ts';

/** What all leaves of a day come to, and how many of the reader's own, as far as they were known, stood in their places. */
export interface ReadLeaves {
  readonly checked: Checked<CheckedLeaves>;
  readonly ownFound: number;
  readonly ownKnown: number;
}

interface Reading {
  readonly day: PublishedDay;
  /** The reader's own leaves by their place, each as its line. */
  readonly own: ReadonlyMap<number, string>;
  /** Told of how many leaves have been read, piece by piece. */
  readonly tell: (leaves: number) => void;
}

/** Recomputes a day's tree from the lines of its leaves while they come in: no more than a piece is kept. */
export async function readLeaves(
  stream: ReadableStream<Uint8Array>,
  { day, own, tell }: Reading,
): Promise<ReadLeaves> {
  const check = new LeavesCheck(sha256);
  const decoder = new TextDecoder();
  let [rest, ownFound, isSound] = ['', 0, true];
  const add = (line: string): void => {
    if (own.get(check.count) === line) ownFound += 1;
    isSound = check.add(line);
  };
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    // The last line may or may not have an end.
    if (done && lines.at(-1) === '') lines.pop();
    for (const line of lines) if (isSound) add(line);
    tell(check.count);
    if (done || !isSound) break;
  }
  await reader.cancel();
  return { checked: check.end(day), ownFound, ownKnown: own.size };
}
