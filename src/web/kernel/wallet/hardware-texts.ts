/** Texts of the banner for a wallet that signed no text, is locked, or is missing. */
export const hardwareTexts = {
  title: 'Using a hardware wallet?',
  hint: 'Ledger and others may sign no messages. Sign a transaction instead: it is never sent and costs nothing. A Ledger needs "blind signing" on, in its Solana app.',
  sign: 'Sign a transaction instead',
  leave: 'Not now',
  lockedTitle: 'Unlock your wallet to sign',
  lockedHint: (wallet: string) =>
    `You are signed in. ${wallet} is locked or has not answered yet; it is asked when something needs your signature.`,
  missingTitle: (wallet: string) => `${wallet} is not there yet`,
  missingHint: (wallet: string) =>
    `You are signed in. To sign, ${wallet} must be installed and switched on in this browser.`,
} as const;
