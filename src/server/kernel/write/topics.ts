import type { Topic } from '../events/changes.ts';
import type { Changes } from './plan.ts';

const TOPICS: { readonly [K in keyof Changes]?: readonly Topic[] } = {
  sells: ['admin'],
  deposits: ['admin'],
  payouts: ['admin'],
  username: ['admin'],
  removesUser: ['admin'],
  settings: ['protocol', 'treasury'],
  lmtPrices: ['protocol', 'treasury'],
  marketPrices: ['protocol', 'prices', 'treasury'],
  pauseSwitches: ['status', 'protocol'],
  holdings: ['treasury'],
  movementNames: ['admin'],
  verification: ['admin'],
  log: ['admin', 'log'],
};

const TOPICS_BY_NAME = Object.entries(TOPICS) as [keyof Changes, readonly Topic[]][];

/**
 * True if a plan changes nothing that a user reads. No read contains a quote. If the page were notified of
 * its own quote, it would request a new one.
 */
export function isUnread({ journals, items, bonds, payments, deposits, quotes }: Changes): boolean {
  if (quotes === undefined) return false;
  const others = [journals, items, bonds ?? [], payments ?? [], deposits ?? []];
  return others.every(({ length }) => length === 0);
}

/** Returns the topics to notify: what plans change for everybody, or for the owner. */
export function topicsOf(plans: readonly Changes[]): Topic[] {
  const notified = new Set<Topic>();
  for (const plan of plans) {
    for (const [name, topics] of TOPICS_BY_NAME) {
      const changed = plan[name];
      if (changed === undefined || (Array.isArray(changed) && changed.length === 0)) continue;
      for (const topic of topics) notified.add(topic);
    }
  }
  return [...notified];
}
