/** The local network's banner; loaded only where there is one. */
export const localTexts = {
  time: 'Protocol time',
  funds: 'Get test funds',
  fundsDone: 'Test funds received',
  fundsDetail: '10 SOL and 1,000 USDC are in your wallet.',
  fundsFailed: 'No test funds',
  fundsNeedWallet: 'Connect a wallet first',
  machine: 'Time machine',
  hop: { hour: '+1 h', day: '+24 h', week: '+7 d' },
  hopLabel: (span: string) => `Move time by ${span}`,
  moved: 'Time moved',
  movedDetail: (when: string) => `It is now ${when}.`,
  moveFailed: 'Time did not move',
} as const;
