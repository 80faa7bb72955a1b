import { useLocation } from 'wouter';

import type { BondJson } from '#contract/bonds';

import { usePaused } from '../../api/use-paused.ts';
import { trimZeros } from '../../ui/format/format.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ExplainedControl } from '../../ui/forms/explained-control.tsx';
import { bondTexts } from '../../texts/bond.ts';
import { useClaim } from './use-claim.ts';

interface ClaimButtonsProps {
  /** Those that can be claimed, at least one. */
  readonly bonds: readonly BondJson[];
  readonly size?: 'md' | 'sm';
}

const says = bondTexts.claim;

/** Moves bonds' LMT to the unstaked balance, and on to the Stake form; not while the protocol is paused. */
export function ClaimButtons({ bonds, size = 'md' }: ClaimButtonsProps) {
  const [, navigate] = useLocation();
  const only = useClaim(bonds);
  const onward = useClaim(bonds, (amount) => navigate(`/?tab=stake&amount=${trimZeros(amount)}`));
  const reason = usePaused() ? says.paused : null;
  return (
    <ExplainedControl reason={reason}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Button
            {...control}
            size={size}
            busy={onward.isClaiming}
            disabled={control.disabled || only.isClaiming}
            onClick={onward.claim}
          >
            {bonds.length === 1 ? says.stake : says.stakeAll}
          </Button>
          <Button
            {...control}
            tone="primary"
            size={size}
            busy={only.isClaiming}
            disabled={control.disabled || onward.isClaiming}
            onClick={only.claim}
          >
            {bonds.length === 1 ? bondTexts.list.claim : says.all}
          </Button>
        </div>
      )}
    </ExplainedControl>
  );
}
