import { useLocation } from 'wouter';
import type { BondJson } from '#contract/bonds/bonds';
import { PATHS } from '#contract/base/paths';
import { usePaused } from '../kernel/api/use-paused.ts';
import { trimZeros } from '../kernel/ui/format/format.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { ExplainedControl } from '../kernel/ui/forms/explained-control.tsx';
import { bondTexts } from './bond-texts.ts';
import { call } from '../kernel/api/client.ts';
import { useInTurn } from '../kernel/wallet/use-in-turn.ts';
import { tellFailure } from '../kernel/api/tell-failure.ts';
import { amountText } from '../kernel/ui/format/digits.ts';
import { showToast } from '../kernel/ui/overlays/toast.ts';
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
            busy={onward.isBusy}
            busyText={onward.busyText}
            disabled={control.disabled || only.isBusy}
            onClick={onward.start}
          >
            {bonds.length === 1 ? says.stake : says.stakeAll}
          </Button>
          <Button
            {...control}
            tone="primary"
            size={size}
            busy={only.isBusy}
            busyText={only.busyText}
            disabled={control.disabled || onward.isBusy}
            onClick={only.start}
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
  return useInTurn({
    items: bonds,
    act: ({ id }) =>
      call('PATCH', PATHS.bondStatus, {
        params: { id },
        body: { status: 'completed' },
        idempotencyKey: id,
      }),
    onEnd: ({ done, error }) => {
      const total = totalOf(done);
      if (done.length > 0) tellDone(total);
      if (error !== null) tellFailure(bondTexts.claim.failed, error);
      else onClaimed?.(total);
    },
  });
}

function tellDone(lmtAmount: string): void {
  const { done, doneDetail } = bondTexts.claim;
  showToast({ tone: 'success', title: done, detail: doneDetail(amountText('LMT', lmtAmount)) });
}
