import { useState } from 'react';

import { PATHS } from '#contract/paths';

import { adminCall } from '../../../api/admin-client.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { settingsTexts as words } from '../../../texts/admin-settings.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useAdminWrite } from '../use-admin-write.ts';

/** Takes the withdrawal fee back: unstaking costs nothing again. */
export function FreeWithdrawals() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const write = useAdminWrite({
    write: (reason: string | undefined) =>
      adminCall('POST', PATHS.adminSettings, { body: { withdrawalFee: null, reason } }),
    success: () => ({ title: words.toast.done, detail: words.taken }),
    failure: { title: words.toast.failed, detail: words.toast.failedDetail },
    onDone: close,
  });
  return (
    <div>
      <Button size="sm" onClick={() => setOpen(true)}>
        {words.takeBack}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={words.takeBack}
          description={words.hints.fee}
          confirm={words.takeBack}
          busy={write.isPending}
          onConfirm={write.start}
          onClose={close}
        />
      )}
    </div>
  );
}
