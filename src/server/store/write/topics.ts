import type { Topic } from '../../events/changes.ts';
import type { Changes } from './plan.ts';

const NEWS: { readonly [K in keyof Changes]?: readonly Topic[] } = {
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
  log: ['admin'],
};

/**
 * Whether a plan changes nothing that a user reads. A quote stands in no read: told of it, the page
 * would ask for its quote again, which is another.
 */
export function isUnread({ journals, items, bonds, payments, deposits, quotes }: Changes): boolean {
  const others = [journals, items, bonds ?? [], payments ?? [], deposits ?? []];
  return quotes !== undefined && others.every(({ length }) => length === 0);
}

/** What a plan changes for everybody, or for the owner. */
export function topicsOf(plan: Changes): Topic[] {
  return Object.entries(NEWS).flatMap(([name, topics]) => {
    const changed = plan[name as keyof Changes];
    return changed === undefined || (Array.isArray(changed) && changed.length === 0) ? [] : topics;
  });
}
