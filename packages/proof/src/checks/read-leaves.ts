import type { Checked } from '../files/fault.ts';
import type { PublishedDay } from '../files/published.ts';
import { type CheckedLeaves, LeavesCheck } from './check-leaves.ts';
import { sha256 } from './hash.ts';

/** Result of reading all leaves of a day. `ownFound` of the reader's `ownKnown` leaves were in their places. */
export interface ReadLeaves {
  readonly checked: Checked<CheckedLeaves>;
  readonly ownFound: number;
  readonly ownKnown: number;
}

interface Reading {
  readonly day: PublishedDay;
  /** The reader's own leaves by their index, each as its line. */
  readonly own: ReadonlyMap<number, string>;
  /** Receives the number of leaves read so far. */
  readonly onProgress: (leaves: number) => void;
}

/** Recomputes a day's tree from the lines of its leaves while they arrive, keeping one piece at a time. */
export async function readLeaves(
  stream: ReadableStream<Uint8Array>,
  { day, own, onProgress }: Reading,
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
    // The last line may lack its line feed.
    if (done && lines.at(-1) === '') lines.pop();
    for (const line of lines) if (isSound) add(line);
    onProgress(check.count);
    if (done || !isSound) break;
  }
  await reader.cancel();
  return { checked: check.end(day), ownFound, ownKnown: own.size };
}
