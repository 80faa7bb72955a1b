import type { OutsidePayoutJson } from '#contract/admin-payouts';
import { PATHS } from '#contract/paths';

import { adminCall } from '../../../../api/admin-client.ts';
import { outsideTexts } from '../../../../texts/admin-outside.ts';
import { formatTrimmed } from '../../../../ui/format/format.ts';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { useSafeName } from '../../sensitive.tsx';
import { useAdminWrite } from '../../use-admin-write.ts';

const { givingUp: words, receiver } = outsideTexts;

interface GiveUpDialogProps {
  readonly payout: OutsidePayoutJson;
  readonly onClose: () => void;
}

/** Gives up a payout that waits outside; the server refuses unless surely nothing was paid. */
export function GiveUpDialog({ payout, onClose }: GiveUpDialogProps) {
  const { id, purpose, amount, tokenType } = payout;
  const named = `${formatTrimmed(amount)} ${tokenType}`;
  const safe = useSafeName();
  const write = useAdminWrite({
    write: (reason: string | undefined) =>
      adminCall('POST', PATHS.withdrawPayout, { params: { id }, body: { reason } }),
    success: () => ({ title: words.done, detail: words.doneDetail(named) }),
    failure: { title: words.failed, detail: words.failedDetail },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.title}
      description={words.description}
      changes={[
        {
          label: `${words.amount}: ${safe(named)}`,
          before: words.before,
          after: words.after[purpose],
        },
      ]}
      wallet={{ label: receiver, address: payout.receiver }}
      confirm={words.confirm}
      destructive
      write={write}
      onClose={onClose}
    />
  );
}
