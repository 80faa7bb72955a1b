import { PATHS } from '#contract/paths';

import { adminCall } from '../../../api/admin-client.ts';
import { amountText } from '../../../ui/format/digits.ts';
import { analyticsTexts } from '../../../texts/admin-analytics.ts';
import { PlanDialog } from '../plan-dialog.tsx';

const { fix: words } = analyticsTexts;

/** Mends what the chain says is wrong, after listing it. */
export function FixDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <PlanDialog
      ask={(query) => adminCall('POST', PATHS.adminFixAll, { query })}
      says={words}
      success={({ summary: { fixedUsers, deletedFakeBonds, totalFakeSol } }) => ({
        title: words.done,
        detail: words.doneDetail(fixedUsers, deletedFakeBonds, amountText('SOL', totalFakeSol)),
      })}
      onClose={onClose}
    />
  );
}
