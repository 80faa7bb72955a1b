import { useState } from 'react';

import { PATHS } from '#contract/paths';
import type { AdminSettings } from '#contract/settings';

import { adminCall } from '../../../api/admin-client.ts';
import { formatNumber } from '../../../ui/format/format.ts';
import { Switch } from '../../../ui/forms/switch.tsx';
import { adminTreasuryTexts } from '../../../texts/admin-treasury.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useAdminWrite } from '../use-admin-write.ts';
import { apyByRevenue } from '../../../flows/vault/apy-by-revenue.ts';

const { apy: words } = adminTreasuryTexts;

/** Whether the APY follows revenue; asks first, with the APY before and after. */
export function ApyMode({ settings }: { readonly settings: AdminSettings }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const isDynamic = settings.apyMode === 'dynamic';
  const write = useAdminWrite({
    write: (reason: string | undefined) =>
      adminCall('POST', PATHS.adminSettings, {
        body: { apyMode: isDynamic ? 'fixed' : 'dynamic', reason },
      }),
    success: ({ apyMode }) => ({ title: words.toast.done, detail: words[apyMode] }),
    failure: { title: words.toast.failed, detail: words.toast.failedDetail },
    onDone: close,
  });
  return (
    <div className="border-t border-line pt-3">
      <Switch
        label={words.mode}
        hint={words.modeHint}
        checked={isDynamic}
        onChange={() => setOpen(true)}
      />
      {isOpen && (
        <ConfirmDialog
          title={isDynamic ? words.modeOff : words.modeOn}
          description={words.hint}
          changes={[
            {
              label: words.inForce,
              before: percent(settings.currentAPY),
              after: percent(isDynamic ? settings.fixedAPY : apyByRevenue(settings)),
            },
          ]}
          confirm={isDynamic ? words.off : words.on}
          write={write}
          onClose={close}
        />
      )}
    </div>
  );
}

const percent = (value: string): string => `${formatNumber(value, 2)}%`;
