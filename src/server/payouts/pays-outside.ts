import type { Parts } from '../kernel/parts.ts';

/** Whether no key of the server and no wallet of an owner signs for the treasury: a multisig does, elsewhere. */
export function paysOutside({
  treasuryKey,
  owners,
  chain,
}: Pick<Parts, 'treasuryKey' | 'owners' | 'chain'>): boolean {
  return treasuryKey === null && !owners.has(chain.till.treasury);
}
