import { Suspense, lazy } from 'react';

import { showVaultDialog, useOpened } from '../flows/vault/opened.ts';

const DIALOGS = {
  restake: lazy(() => import('../flows/restake/restake-dialog.tsx')),
  unstake: lazy(() => import('../flows/unstake/unstake-dialog.tsx')),
};

/** Where the dialogs about a vault show themselves, on every page. */
export function VaultSlot() {
  const opened = useOpened();
  if (!opened) return null;
  const { kind, ...about } = opened;
  const Dialog = DIALOGS[kind];
  return (
    <Suspense>
      <Dialog key={about.stake.id} {...about} onClose={() => showVaultDialog(null)} />
    </Suspense>
  );
}
