import { useMutation } from '@tanstack/react-query';

import type { SellJson } from '#contract/sells';

import { refreshAll } from '../../api/query-client.ts';
import { cancelSell } from '../../api/sells.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { amountText } from '../../ui/format/digits.ts';
import { sellTexts } from '../../texts/sell.ts';
import { showToast } from '../../ui/overlays/toast.ts';

/** Cancels a request and tells how it went; a second click changes nothing. */
export function useCancel({ id }: SellJson, onEnd: () => void) {
  const { toast } = sellTexts;
  const { isPending, mutate } = useMutation({
    mutationFn: () => cancelSell(id, id),
    onSuccess: ({ lmtAmount }) => {
      const detail = toast.cancelledDetail(amountText('LMT', lmtAmount));
      showToast({ tone: 'success', title: toast.cancelled, detail });
    },
    onError: (error) => tellFailure(toast.cancelFailed, error, toast.cancelFailedDetail),
    onSettled: async () => {
      onEnd();
      await refreshAll();
    },
  });
  return { isCancelling: isPending, cancel: () => mutate() };
}
