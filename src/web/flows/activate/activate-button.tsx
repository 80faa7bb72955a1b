import type { StakeJson } from '#contract/stakes';

import { usePaused } from '../../api/use-paused.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ExplainedControl } from '../../ui/forms/explained-control.tsx';
import { vaultTexts } from '../../texts/vault.ts';
import { useActivate } from './use-activate.ts';

interface ActivateButtonProps {
  /** Stakes that have vested, at least one. */
  readonly stakes: readonly StakeJson[];
  readonly size?: 'md' | 'sm';
}

/** Starts the first cycle; while no fee payment is final it says that it waits for that. */
export function ActivateButton({ stakes, size = 'md' }: ActivateButtonProps) {
  const ready = stakes.filter(({ feeFinalized }) => feeFinalized);
  const { isActivating, activate } = useActivate(ready);
  const { open, all, waits, paused } = vaultTexts.activate;
  const reason = usePaused() ? paused : null;
  return (
    <ExplainedControl reason={reason}>
      {(control) => (
        <Button
          {...control}
          tone="primary"
          size={size}
          busy={isActivating}
          disabled={control.disabled || ready.length === 0}
          onClick={activate}
        >
          {ready.length === 0 ? waits : ready.length === 1 ? open : all}
        </Button>
      )}
    </ExplainedControl>
  );
}
