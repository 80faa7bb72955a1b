import { PATHS } from '#contract/base/paths';
import type { StakeJson } from '#contract/vaults/vaults';
import { usePaused } from '../kernel/api/use-paused.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { ExplainedControl } from '../kernel/ui/forms/explained-control.tsx';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { useState } from 'react';
import { useInTurn } from '../kernel/wallet/use-in-turn.ts';
import { call } from '../kernel/api/client.ts';
import { tellFixedFailure } from '../kernel/api/tell-failure.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { showToast } from '../kernel/ui/overlays/toast.ts';

interface ActivateButtonProps {
  /** Stakes that have vested, at least one. */
  readonly stakes: readonly StakeJson[];
  readonly size?: 'md' | 'sm';
}

/** Starts the first cycle; while no fee payment is final it says that it waits for that. */
export function ActivateButton({ stakes, size = 'md' }: ActivateButtonProps) {
  const ready = stakes.filter(({ feeFinalized }) => feeFinalized);
  const { isBusy, busyText, start } = useActivate(ready);
  const { open, all, waits, paused } = vaultTexts.activate;
  const reason = usePaused() ? paused : null;
  return (
    <ExplainedControl reason={reason}>
      {(control) => (
        <Button
          {...control}
          tone="primary"
          size={size}
          busy={isBusy}
          busyText={busyText}
          disabled={control.disabled || ready.length === 0}
          onClick={start}
        >
          {ready.length === 0 ? waits : ready.length === 1 ? open : all}
        </Button>
      )}
    </ExplainedControl>
  );
}

const says = vaultTexts.activate;

/** Starts the first cycle of vested stakes, one after the other, and tells how it went. */
function useActivate(stakes: readonly StakeJson[]) {
  const [key] = useState(() => crypto.randomUUID());
  return useInTurn({
    items: stakes,
    act: ({ id: stakeId }) => {
      const idempotencyKey = `${key}-${stakeId}`;
      return call('POST', PATHS.activateStake, { params: { stakeId }, idempotencyKey });
    },
    onEnd: ({ done, error }) => {
      const last = done.at(-1);
      if (last) tellDone(done.length, dateTimeText(last.vaultEndTime ?? ''));
      if (error !== null) tellFixedFailure(says.failed, error, { fixed: says.failedDetail });
    },
  });
}

function tellDone(count: number, when: string): void {
  const detail = count === 1 ? says.doneDetail(when) : says.doneAll(count, when);
  showToast({ tone: 'success', title: says.done, detail });
}
