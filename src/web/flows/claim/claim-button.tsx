import type { BondJson } from '#contract/bonds';

import { usePaused } from '../../api/use-paused.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Reasoned } from '../../ui/format/reasoned.tsx';
import { bondTexts } from '../../texts/bond.ts';
import { useClaim } from './use-claim.ts';

interface ClaimButtonProps {
  readonly bond: BondJson;
  readonly size?: 'md' | 'sm';
}

/** Moves a bond's LMT to the unstaked balance; not while the protocol is paused. */
export function ClaimButton({ bond, size = 'md' }: ClaimButtonProps) {
  const { isClaiming, claim } = useClaim(bond);
  const reason = usePaused() ? bondTexts.claim.paused : null;
  return (
    <Reasoned reason={reason}>
      {(control) => (
        <Button {...control} tone="primary" size={size} busy={isClaiming} onClick={claim}>
          {bondTexts.list.claim}
        </Button>
      )}
    </Reasoned>
  );
}
