import { useSyncExternalStore } from 'react';

import type { StakeJson } from '#contract/stakes';

/** The dialog about a vault that is open: what it does, and the vault as it was when it was opened. */
export interface Opened {
  readonly kind: 'restake' | 'unstake';
  readonly stake: StakeJson;
  readonly userId: string;
}

/** What a dialog about a vault is given. */
export interface VaultDialogProps extends Omit<Opened, 'kind'> {
  readonly onClose: () => void;
}

const listeners = new Set<() => void>();
let opened: Opened | null = null;

/**
 * Opens a dialog, or closes it with null. It is held here and not beside its button: that goes as
 * soon as the vault has left its window, and the dialog still has to say how it went.
 */
export function showVaultDialog(next: Opened | null): void {
  opened = next;
  for (const listener of listeners) listener();
}

export function useOpened(): Opened | null {
  return useSyncExternalStore(subscribe, () => opened);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
