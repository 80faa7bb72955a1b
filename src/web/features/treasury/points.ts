import type { Transparency } from '#contract/treasury';

export type Point = Transparency['history'][number];

/** The history, with what is now as its newest point. */
export function pointsOf({ history, now, ...figures }: Transparency): readonly Point[] {
  return [...history.filter(({ at }) => at < now), { ...figures, at: now }];
}
