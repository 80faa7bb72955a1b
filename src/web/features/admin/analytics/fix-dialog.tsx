import type { FixedAccountsJson } from '#contract/admin-blockchain';
import { PATHS } from '#contract/paths';

import { formatNumber } from '../../../ui/format/format.ts';
import { analyticsTexts } from '../../../texts/admin-analytics.ts';
import { PlanDialog } from '../plan-dialog.tsx';

const { fix: words } = analyticsTexts;

/** Mends what the chain says is wrong, after listing it. */
export function FixDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <PlanDialog<FixedAccountsJson>
      path={PATHS.adminFixAll}
      method="POST"
      says={words}
      success={({ summary: { fixedUsers, deletedFakeBonds, totalFakeSol } }) => ({
        title: words.done,
        detail: words.doneDetail(fixedUsers, deletedFakeBonds, formatNumber(totalFakeSol, 4)),
      })}
      onClose={onClose}
    />
  );
}
