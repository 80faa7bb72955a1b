/** What is said about what leaves the treasury: sells and refunds. */
export const payOutTexts = {
  signing: 'Approve the payout in your wallet',
  failed: {
    refused: 'The wallet refused to sign. Nothing was paid; try again while the payout waits.',
    wallet: 'The wallet could not sign. Nothing was paid.',
    noWallet: 'Connect the owner wallet to sign the payout.',
    otherwise: 'The payout could not be made. Nothing was paid.',
  },
} as const;
