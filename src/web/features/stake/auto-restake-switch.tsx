import { useMutation } from '@tanstack/react-query';

import type { StakeJson } from '#contract/stakes';

import { refreshAll } from '../../api/query-client.ts';
import { chooseAutoRestake } from '../../api/stakes.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { usePaused } from '../../api/use-paused.ts';
import { useRates } from '../../flows/vault/use-rates.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { vaultTexts } from '../../texts/vault.ts';
import { showToast } from '../../ui/overlays/toast.ts';

const says = vaultTexts.autoRestake;

/** Changes what happens when a vault's window ends and nothing was done; possible until then. */
export function AutoRestakeSwitch({ stake }: { readonly stake: StakeJson }) {
  const { restake, staking } = useRates();
  const { isPending, variables, mutate } = useMutation({
    mutationFn: (enabled: boolean) => chooseAutoRestake(stake.id, enabled, crypto.randomUUID()),
    onSuccess: tellDone,
    onError: (error) => tellFailure(says.failed, error, says.failedDetail),
    onSettled: refreshAll,
  });
  const isPaused = usePaused();
  const isOn = isPending ? variables : stake.autoRestakeEnabled;
  return (
    <Switch
      label={says.label}
      hint={
        <>
          {isOn ? says.on(restake) : says.off(staking)}
          {isPaused && <span className="block text-amber">{says.paused}</span>}
        </>
      }
      checked={isOn}
      disabled={isPending || isPaused}
      onChange={mutate}
    />
  );
}

function tellDone({ autoRestakeEnabled }: StakeJson): void {
  const { doneOn, doneOnDetail, doneOff, doneOffDetail } = says;
  const [title, detail] = autoRestakeEnabled ? [doneOn, doneOnDetail] : [doneOff, doneOffDetail];
  showToast({ tone: 'success', title, detail });
}
