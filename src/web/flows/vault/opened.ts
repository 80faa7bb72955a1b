import type { StakeJson } from '#contract/stakes';

import { createStore } from '../../ui/state/create-store.ts';

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

const opened = createStore<Opened | null>(null);

/**
 * Opens a dialog, or closes it with null. It is held here and not beside its button: that goes as
 * soon as the vault has left its window, and the dialog still has to say how it went.
 */
export const showVaultDialog = opened.set;

export const useOpened = opened.useValue;
