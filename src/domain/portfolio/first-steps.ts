/** First steps of a new user on the local network, in order. */
export const FIRST_STEPS = [
  'connect',
  'funds',
  'bond',
  'skip-lock',
  'claim',
  'stake',
  'activate',
  'skip-cycle',
  'restake',
  'sell',
  'approve',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** State that shows which steps a user has completed. */
export interface NewcomerProgress {
  readonly isConnected: boolean;
  readonly hasFunds: boolean;
  readonly bonds: readonly { readonly status: string; readonly claimable: boolean }[];
  readonly stakes: readonly { readonly phase: string; readonly cycleNumber: number }[];
  readonly sells: readonly { readonly status: string }[];
}

/**
 * Returns the steps that a user has completed. A step without a trace counts once a later one is completed. A
 * vault that ended counts as restaked.
 */
export function completedSteps({
  isConnected,
  hasFunds,
  bonds,
  stakes,
  sells,
}: NewcomerProgress): ReadonlySet<FirstStep> {
  const paid = bonds.filter(({ status }) => status === 'confirmed' || status === 'completed');
  const hasClaimed = bonds.some(({ status }) => status === 'completed');
  const isPast = (phases: readonly string[]): boolean =>
    stakes.some(({ phase, cycleNumber }) => cycleNumber > 1 || phases.includes(phase));
  const made: Readonly<Record<FirstStep, boolean>> = {
    connect: isConnected,
    funds: hasFunds || paid.length > 0,
    bond: paid.length > 0,
    'skip-lock': hasClaimed || bonds.some(({ claimable }) => claimable),
    claim: hasClaimed,
    stake: stakes.length > 0,
    activate: isPast(['running', 'window', 'completed']),
    'skip-cycle': isPast(['window', 'completed']),
    restake: isPast(['completed']),
    sell: sells.length > 0,
    approve: sells.some(({ status }) => status === 'approved'),
  };
  return new Set(FIRST_STEPS.filter((step) => made[step]));
}
