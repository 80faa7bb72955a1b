import type { TransferFault } from '#domain/payouts/payout-bytes';

/** In which way what the server hands out is not what the owner has confirmed. */
const faults: Readonly<Record<TransferFault, string>> = {
  form: 'it cannot be read',
  'fee-payer':
    'its fee is paid by another wallet than the connected one, which has to be the treasury’s',
  signers: 'it wants another signature',
  nonce: 'it uses another nonce',
  'priority-fee': 'its network fee is too high',
  instructions: 'it does something else',
  receiver: 'it pays another wallet',
  token: 'it pays another token',
  amount: 'it pays another amount',
  subject: 'it is for something else',
};

/** What is said about what leaves the treasury: sells and refunds. */
export const payOutTexts = {
  signing: 'Approve the payout in your wallet',
  faults,
  failed: {
    other: (fault: string) =>
      `The wallet was not asked and nothing was paid. What the server wants signed is not what you confirmed: ${fault}.`,
    otherText:
      'The wallet was not asked and nothing was paid. The text that the server wants signed is not about what you confirmed.',
    refused: 'The wallet refused to sign. Nothing was paid; try again while the payout waits.',
    wallet: 'The wallet could not sign. Nothing was paid.',
    leftOut:
      'The wallet gave this one back unsigned. Nothing was paid; try again while the payout waits.',
    off: 'Payouts are off until their nonces are made: see Payout nonces under System. Nothing was paid.',
    noWallet: 'Connect the owner wallet to sign the payout.',
    otherwise: 'The payout could not be made. Nothing was paid.',
  },
} as const;
