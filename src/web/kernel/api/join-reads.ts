import type { Read } from '../ui/cards/read.ts';

/**
 * Two reads as one: ready when both are, as old as the older of them. An error of either is the
 * error of both, and trying again repeats both.
 */
export function joinReads<A, B>(a: Read<A>, b: Read<B>): Read<readonly [A, B]> {
  if (a.state === 'error') return { ...a, refresh: bothOf(a, b) };
  if (b.state === 'error') return { ...b, refresh: bothOf(a, b) };
  if (a.state === 'loading' || b.state === 'loading') return { state: 'loading' };
  const older = a.age.readAt <= b.age.readAt ? a.age : b.age;
  return {
    state: 'ready',
    data: [a.data, b.data],
    age: { ...older, failed: a.age.failed || b.age.failed },
    refresh: bothOf(a, b),
  };
}

function bothOf(a: Read<unknown>, b: Read<unknown>) {
  const all = [a, b].flatMap((read) => (read.state === 'loading' ? [] : [read.refresh]));
  return {
    running: all.some(({ running }) => running),
    start: () => {
      for (const { start } of all) start();
    },
  };
}
