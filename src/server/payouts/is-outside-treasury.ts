import type { Parts } from '../kernel/parts.ts';

/**
 * True if neither the server nor an owner's wallet has the treasury's key, as with a multisig. Payouts are
 * then made outside.
 */
export function paysOutside({
  treasuryKey,
  owners,
  chain,
}: Pick<Parts, 'treasuryKey' | 'owners' | 'chain'>): boolean {
  return treasuryKey === null && !owners.has(chain.till.treasury);
}
