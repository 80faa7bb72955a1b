/** Texts of the stand-alone page around the steps. */
export const pageTexts = {
  title: 'LMT verifier',
  intro:
    'This page checks a proof of liabilities without the server that made it. It has no dependencies, and sends nothing but your questions to the node that you name.',
  choose: 'Files',
  day: 'Day (needed)',
  dayHint: 'lmt-proof-….json, from the Verify page',
  mine: 'Your leaves',
  mineHint: 'lmt-proof-…-mine.json',
  leaves: 'All leaves',
  leavesHint: 'lmt-proof-…-leaves.csv',
  chain: 'Chain',
  rpc: 'Address of a Solana node',
  rpcHint: 'Your own or any other than the server’s. Left empty, the chain is not asked.',
  treasury: 'Treasury’s address',
  treasuryHint: 'As you know it. Left empty, it is taken from the file, which then proves less.',
  start: 'Check',
} as const;
