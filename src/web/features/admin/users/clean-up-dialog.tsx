import { PATHS } from '#contract/paths';

import { adminCall } from '../../../api/admin-client.ts';
import { adminUsersTexts } from '../../../texts/admin-users.ts';
import { PlanDialog } from '../plan-dialog.tsx';

const { cleanUp: words } = adminUsersTexts;

/** Lists the fake bonds, and removes exactly those. */
export function CleanUpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <PlanDialog
      ask={(query) => adminCall('DELETE', PATHS.adminBondsCleanup, { query })}
      says={words}
      success={({ deletedCount }) => ({
        title: words.done,
        detail: words.doneDetail(deletedCount),
      })}
      onClose={onClose}
    />
  );
}
