import type { BondJson } from '#contract/bonds';

import { Button } from '../../ui/button.tsx';
import { bondTexts } from '../../ui/texts/bond.ts';
import { useClaim } from './use-claim.ts';

interface ClaimButtonProps {
  readonly bond: BondJson;
  readonly size?: 'md' | 'sm';
}

export function ClaimButton({ bond, size = 'md' }: ClaimButtonProps) {
  const { isClaiming, claim } = useClaim(bond);
  return (
    <Button tone="primary" size={size} busy={isClaiming} onClick={claim}>
      {bondTexts.list.claim}
    </Button>
  );
}
