import type { CleanedBondsJson } from '#contract/admin-blockchain';
import { PATHS } from '#contract/paths';

import { adminUsersTexts } from '../../../texts/admin-users.ts';
import { PlanDialog } from '../plan-dialog.tsx';

const { cleanUp: words } = adminUsersTexts;

/** Lists the fake bonds, and removes exactly those. */
export function CleanUpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <PlanDialog<CleanedBondsJson>
      path={PATHS.adminBondsCleanup}
      method="DELETE"
      says={words}
      success={({ deletedCount }) => ({
        title: words.done,
        detail: words.doneDetail(deletedCount),
      })}
      onClose={onClose}
    />
  );
}
