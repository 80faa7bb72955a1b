import type { VaultDialogProps } from '../vault/opened.ts';

/** Unstake from Vault. */
export default function UnstakeDialog(_: VaultDialogProps) {
  return null;
}
