import type { VaultDialogProps } from '../vault/opened.ts';

/** Manual Restake. */
export default function RestakeDialog(_: VaultDialogProps) {
  return null;
}
