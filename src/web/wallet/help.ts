import { setWalletState } from './state.ts';

/** Opens the dialog about getting a wallet, or closes it. It is there only while no wallet is. */
export function showWalletHelp(open: boolean): void {
  setWalletState({ phase: 'disconnected', help: open });
}
