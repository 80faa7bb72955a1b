import type { StakeJson } from '#contract/vaults/vaults';

import { createStore } from '../kernel/ui/state/create-store.ts';
import { addressNow } from '../kernel/wallet/state.ts';

/** The dialog about a vault that is open: what it does, and the vault as it was when it was opened. */
export interface Opened {
  readonly kind: 'restake' | 'unstake';
  readonly stake: StakeJson;
}

/** With the account that the wallet used then; null where it had none. */
interface Held extends Opened {
  readonly address: string | null;
}

/** What a dialog about a vault is given. */
export interface VaultDialogProps extends Omit<Opened, 'kind'> {
  readonly onClose: () => void;
}

const opened = createStore<Held | null>(null);

/**
 * Opens a dialog, or closes it with null. It is held here and not beside its button: that goes as
 * soon as the vault has left its window, and the dialog still has to say how it went.
 */
export function showVaultDialog(next: Opened | null): void {
  opened.set(next && { ...next, address: addressNow() });
}

export const useOpened = opened.useValue;
