import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import type { StakeJson } from '#contract/stakes';

import { faultOf } from '../../api/fault.ts';
import { refreshAll } from '../../api/query-client.ts';
import { type Restaked, restakeVault } from '../../api/stakes.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { amountText } from '../../ui/format/digits.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { useWallet } from '../../wallet/state.ts';
import { DEFAULT_RESTAKE_FEE, percentText } from '../vault/use-rates.ts';

const says = vaultTexts.restake;

/** Restakes a vault once, however often it is confirmed, and tells how it went. */
export function useRestake() {
  const [key] = useState(() => crypto.randomUUID());
  const isConnected = useWallet().phase === 'connected';
  const { status, data, error, variables, mutate } = useMutation({
    mutationFn: (stake: StakeJson) => restakeVault(stake.id, key),
    onSuccess: tellDone,
    onError: (error) => tellFailure(says.failed, error, says.failedDetail),
    onSettled: () => void refreshAll(),
  });
  const restake = (stake: StakeJson) => {
    if (isConnected) mutate(stake);
    else showToast({ tone: 'failure', ...vaultTexts.walletMissing });
  };
  const step = status === 'pending' ? 'processing' : status === 'success' ? 'complete' : 'confirm';
  const fault = error && faultOf(error, says.stayedDetail);
  return { step, fault, asked: variables ?? null, restaked: data ?? null, restake } as const;
}

function tellDone({ netAmount, fee }: Restaked, { window }: StakeJson): void {
  const percent = percentText(window?.restakeFee ?? DEFAULT_RESTAKE_FEE);
  const detail = says.toastDetail(amountText('LMT', netAmount), amountText('LMT', fee), percent);
  showToast({ tone: 'success', title: says.toast, detail });
}
