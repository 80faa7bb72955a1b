import type { StakeJson } from '#contract/stakes';

import { usePaused } from '../../api/use-paused.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Reasoned } from '../../ui/format/reasoned.tsx';
import { vaultTexts } from '../../texts/vault.ts';
import { useActivate } from './use-activate.ts';

interface ActivateButtonProps {
  /** A stake that has vested. */
  readonly stake: StakeJson;
  readonly size?: 'md' | 'sm';
}

/** Starts the first cycle; while the fee payment is not final it says that it waits for that. */
export function ActivateButton({ stake, size = 'md' }: ActivateButtonProps) {
  const { isActivating, activate } = useActivate(stake);
  const { open, waits, paused } = vaultTexts.activate;
  const isReady = stake.feeFinalized;
  const reason = usePaused() ? paused : null;
  return (
    <Reasoned reason={reason}>
      {(control) => (
        <Button
          {...control}
          tone="primary"
          size={size}
          busy={isActivating}
          disabled={control.disabled || !isReady}
          onClick={activate}
        >
          {isReady ? open : waits}
        </Button>
      )}
    </Reasoned>
  );
}
