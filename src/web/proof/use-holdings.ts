import { useQuery } from '@tanstack/react-query';

import { rpcText } from '../kernel/api/rpc.ts';
import { type CheckedHolding, checkHoldings } from '#proof/checks/check-holdings';
import type { Proof } from '#proof/files/published-proof';
import { verifyTexts } from './verify-texts.ts';
import { useUserId } from '../kernel/wallet/state.ts';
import { type StepOutcome, holdingsOutcome } from '#proof/checks/outcomes';

const says = verifyTexts.holdings;

export interface Holdings {
  readonly outcome: StepOutcome;
  readonly checked: readonly CheckedHolding[];
}

/**
 * Reads the treasury's accounts from the chain, and checks what was signed for them.
 *
 * @param usdcMint undefined until it is loaded
 */
export function useHoldings(proof: Proof, usdcMint: string | undefined): Holdings {
  const { data } = useQuery({
    // Before a cluster the node is asked in the user's name.
    queryKey: ['chain', 'proof', 'holdings', proof, usdcMint, useUserId()],
    queryFn: () =>
      checkHoldings(proof, {
        treasury: proof.treasury,
        call: rpcText,
        usdcMint: () => Promise.resolve(usdcMint ?? null),
      }),
    enabled: usdcMint !== undefined,
  });
  if (!data) return { outcome: { state: 'checking', message: says.loading }, checked: [] };
  const { checked } = data;
  const outcome = holdingsOutcome(data);
  // Signatures are checked without the chain too.
  if (data.isRead || outcome.state === 'wrong') return { outcome, checked };
  return { outcome: { ...outcome, message: `${outcome.message} ${says.needSession}` }, checked };
}
