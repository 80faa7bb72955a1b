/** What is offered where a wallet signed no text, and where it is locked. */
export const hardwareTexts = {
  title: 'Using a hardware wallet?',
  hint: 'Ledger and others may sign no messages. Sign a transaction instead: it is never sent and costs nothing. A Ledger needs "blind signing" on, in its Solana app.',
  sign: 'Sign a transaction instead',
  leave: 'Not now',
  lockedTitle: 'Unlock your wallet to sign',
  lockedHint: (wallet: string) =>
    `You are signed in. ${wallet} is locked or has not answered yet; it is asked when something needs your signature.`,
} as const;
