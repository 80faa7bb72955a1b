import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import type { SellJson } from '#contract/sells';
import { CANCELLED_PRICE_MS } from '#domain/terms/terms';

import { statusQuery } from '../../api/queries.ts';
import { useServerNow } from '../../api/use-server-now.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { KeyValues } from '../../ui/tables/key-values.tsx';
import { sellTexts } from '../../texts/sell.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import { useCancel } from './use-cancel.ts';

const { cancel: words } = sellTexts;

/** Takes a pending request back, after saying what that does. */
export function CancelButton({ sell }: { readonly sell: SellJson }) {
  const [isOpen, setOpen] = useState(false);
  const reasonId = useId();
  const reason = useReason(sell);
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => setOpen(true)}
      >
        {words.button}
      </Button>
      {reason !== null && (
        <p id={reasonId} className="text-sm text-quiet">
          {reason}
        </p>
      )}
      {isOpen && <CancelDialog sell={sell} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Why it can't be cancelled now; null where it can. */
function useReason({ payout }: SellJson): string | null {
  const { data: status } = useQuery(statusQuery());
  const now = useServerNow();
  if (status?.paused === true) return words.paused;
  const isSigning = payout?.status === 'awaiting-signature' && Date.parse(payout.expiresAt) > now;
  return isSigning ? words.signing(dateTimeText(payout.expiresAt)) : null;
}

interface CancelDialogProps {
  readonly sell: SellJson;
  readonly onClose: () => void;
}

function CancelDialog({ sell, onClose }: CancelDialogProps) {
  const { isCancelling, cancel } = useCancel(sell, onClose);
  const until = new Date(useServerNow() + CANCELLED_PRICE_MS).toISOString();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={isCancelling}
      title={words.title}
      description={words.description}
      footer={
        <>
          <Button disabled={isCancelling} onClick={onClose}>
            {words.keep}
          </Button>
          <Button tone="destructive" busy={isCancelling} onClick={cancel}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <KeyValues
        items={[
          {
            key: words.returns,
            value: <Figure value={sell.lmtAmount} decimals={8} unit="LMT" />,
          },
          { key: words.limit, value: words.limitValue },
        ]}
      />
      <p className="text-sm text-quiet">{words.lower(dateTimeText(until))}</p>
    </Dialog>
  );
}
