import { useId, useState } from 'react';
import { PATHS } from '#contract/base/paths';
import type { SellJson } from '#contract/sells/sells';
import { CANCELLED_CAP_MS } from '#domain/terms/terms';
import { usePaused } from '../kernel/api/use-paused.ts';
import { useServerNow } from '../kernel/api/use-server-now.ts';
import { ExactLmt } from '../vaults/exact-lmt.tsx';
import { Button } from '../kernel/ui/forms/button.tsx';
import { AskDialog } from '../kernel/ui/overlays/ask-dialog.tsx';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { sellTexts } from './sell-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { isRefused } from '../kernel/api/api-error.ts';
import { refreshAll } from '../kernel/api/query-client.ts';
import { useOwnMutation } from '../kernel/wallet/use-own-mutation.ts';
import { call } from '../kernel/api/client.ts';
import { tellFailure } from '../kernel/api/tell-failure.ts';
import { amountText } from '../kernel/ui/format/digits.ts';
import { showToast } from '../kernel/ui/overlays/toast.ts';

const { cancel: words } = sellTexts;

/** Takes a pending request back, after saying what that does. */
export function CancelButton({ sell }: { readonly sell: SellJson }) {
  const [isOpen, setOpen] = useState(false);
  const hintId = useId();
  const isPaused = usePaused();
  if (sell.payout?.status === 'awaiting-outside') {
    return <p className="text-sm text-quiet">{words.outside}</p>;
  }
  const hint = isPaused ? words.paused : payoutHint(sell);
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button
        disabled={isPaused}
        aria-describedby={hint === null ? undefined : hintId}
        onClick={() => setOpen(true)}
      >
        {words.button}
      </Button>
      {hint !== null && (
        <p id={hintId} className="text-sm text-quiet">
          {hint}
        </p>
      )}
      {isOpen && <CancelDialog sell={sell} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** A payout that waits for the owner's wallet is withdrawn before anything is cancelled. */
const payoutHint = ({ payout }: SellJson): string | null =>
  payout?.status === 'awaiting-signature' ? words.signing : null;

interface CancelDialogProps {
  readonly sell: SellJson;
  readonly onClose: () => void;
}

function CancelDialog({ sell, onClose }: CancelDialogProps) {
  const { isCancelling, cancel } = useCancel(sell, onClose);
  const until = new Date(useServerNow() + CANCELLED_CAP_MS).toISOString();
  return (
    <AskDialog
      title={words.title}
      description={words.description}
      cancel={words.keep}
      confirm={words.confirm}
      tone="destructive"
      isBusy={isCancelling}
      onConfirm={cancel}
      onClose={onClose}
    >
      <KeyValues
        items={[
          {
            key: words.returns,
            value: <ExactLmt value={sell.lmtAmount} />,
          },
          { key: words.limit, value: words.limitValue },
        ]}
      />
      <p className="text-sm text-quiet">{words.capped(dateTimeText(until))}</p>
    </AskDialog>
  );
}

/** Cancels a request and tells how it went; without an answer it may be tried again. */
function useCancel({ id }: SellJson, onEnd: () => void) {
  const { toast } = sellTexts;
  const { isPending, mutate } = useOwnMutation({
    mutationFn: () =>
      call('DELETE', PATHS.sellVerification, { params: { id }, idempotencyKey: id }),
    onSuccess: ({ lmtAmount }) => {
      const detail = toast.cancelledDetail(amountText('LMT', lmtAmount));
      showToast({ tone: 'success', title: toast.cancelled, detail });
      onEnd();
    },
    onError: (error) => {
      tellFailure(toast.cancelFailed, error, toast.cancelFailedDetail);
      if (isRefused(error)) onEnd();
    },
    onSettled: refreshAll,
  });
  return { isCancelling: isPending, cancel: () => mutate() };
}
