import type { StakeJson } from '#contract/stakes';
import { Button } from '../../ui/forms/button.tsx';
import { amountText } from '../../ui/format/digits.ts';
import { Notice } from '../../ui/cards/notice.tsx';
import { vaultTexts } from '../../texts/vault.ts';
import { vaultTotal } from '../vault/instead-text.ts';
import { useMutation } from '@tanstack/react-query';
import { refreshAll } from '../../api/query-client.ts';
import { completeStake } from '../../api/stakes.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { showToast } from '../../ui/overlays/toast.ts';

const says = vaultTexts.over;

/** A vault whose window has ended before one's eyes, while the server could not be read. */
export function WindowEnded({ stake }: { readonly stake: StakeJson }) {
  const { isCompleting, complete } = useComplete(stake);
  if (stake.autoRestakeEnabled) return <Notice title={says.title}>{says.auto}</Notice>;
  return (
    <Notice tone="time" title={says.title}>
      <p className="text-quiet">{says.release(amountText('LMT', vaultTotal(stake)))}</p>
      <div className="mt-3">
        <Button size="sm" busy={isCompleting} onClick={complete}>
          {says.open}
        </Button>
      </div>
    </Notice>
  );
}

/** Releases a vault whose window has ended and tells how it went; a second click changes nothing. */
function useComplete(stake: StakeJson) {
  const { isPending, mutate } = useMutation({
    mutationFn: () => completeStake(stake.id, `complete-${stake.id}`),
    onSuccess: () => {
      const detail = says.doneDetail(amountText('LMT', vaultTotal(stake)));
      showToast({ tone: 'success', title: says.done, detail });
    },
    onError: (error) => tellFailure(says.failed, error, says.failedDetail),
    onSettled: refreshAll,
  });
  return { isCompleting: isPending, complete: () => mutate() };
}
