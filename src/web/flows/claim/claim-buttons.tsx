import { useLocation } from 'wouter';
import type { BondJson } from '#contract/bonds';
import { usePaused } from '../../api/use-paused.ts';
import { trimZeros } from '../../ui/format/format.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ExplainedControl } from '../../ui/forms/explained-control.tsx';
import { bondTexts } from '../../texts/bond.ts';
import { useMutation } from '@tanstack/react-query';
import { claimBond } from '../../api/bonds.ts';
import { eachInTurn } from '../../ui/state/each-in-turn.ts';
import { refreshAll } from '../../api/query-client.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { amountText } from '../../ui/format/digits.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { totalOf } from './total-of.ts';

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

/**
 * Claims the LMT of bonds, one after the other, and tells how it went; a second click changes nothing.
 *
 * @param onClaimed told what came in, once all of it did
 */
function useClaim(bonds: readonly BondJson[], onClaimed?: (lmtAmount: string) => void) {
  const { isPending, mutate } = useMutation({
    mutationFn: () => eachInTurn(bonds, ({ id }) => claimBond(id, id)),
    onSuccess: async ({ done, error }) => {
      const total = totalOf(done);
      if (done.length > 0) tellDone(total);
      if (error !== null) tellFailure(bondTexts.claim.failed, error);
      await refreshAll();
      if (error === null) onClaimed?.(total);
    },
  });
  return { isClaiming: isPending, claim: () => mutate() };
}

function tellDone(lmtAmount: string): void {
  const { done, doneDetail } = bondTexts.claim;
  showToast({ tone: 'success', title: done, detail: doneDetail(amountText('LMT', lmtAmount)) });
}
