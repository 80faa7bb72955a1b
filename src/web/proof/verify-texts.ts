import { stepTexts } from '#proof/texts';

/** Texts of the Verify page, loaded with it: the verifier's sentences and the screen's own. */
export const verifyTexts = {
  title: 'Verify',
  intro:
    'Once a day everything that is owed in LMT becomes one figure, and its fingerprint is written on the chain. Here your browser works it out again, step by step. You need not believe the server: every input is shown and can be downloaded.',
  loading: 'Loading the proofs',
  failed: 'The proofs could not be loaded',
  none: 'There is no proof yet',
  noneHint: 'The first one is made at the next 00:00 UTC.',
  demo: 'The demo has no proof',
  demoHint:
    'Its account is made up by your browser, so there is nothing to prove. Leave the demo to check the real one.',
  day: 'Proof of',
  dayLoading: 'Loading the proof of this day',
  dayFailed: 'The proof of this day could not be loaded',
  madeAt: (when: string) => `Snapshot taken ${when}.`,
  days: {
    missing: (first: string, last: string) =>
      first === last
        ? `There is no proof of ${first}.`
        : `There is no proof of the days from ${first} to ${last}.`,
    missingTitle: 'A day is missing',
    missingHint:
      'A proof is due for every day. Of a day that the server was down, or that the clock jumped over, none can be made later.',
    late: (day: string) => `The newest proof is of ${day}: today’s is missing.`,
    unknown: (day: string) => `There is no proof of ${day}`,
  },
  verdict: {
    title: { holds: 'Everything checked holds', wrong: 'Something is wrong', working: 'Checking' },
    holds: (checked: number, all: number) =>
      checked === all
        ? `All ${all} steps hold.`
        : `${checked} of ${all} steps were checked and hold. The others say what they need.`,
    wrong:
      'A step below does not hold. Download the files before anything changes, and ask the owner in public.',
    working: 'Your browser is working the steps out.',
  },
  states: stepTexts.states,
  working: 'Show the working',
  inMs: (ms: number) => `Worked out in ${ms} ms by your browser.`,
  mine: {
    ...stepTexts.mine,
    compare:
      'Compare it with what you held then: unstaked LMT, bonds, vaults with the rewards accrued until then, and sell requests.',
    connect: 'Connect your wallet and sign in to check your own balance.',
    loading: 'Loading your leaves',
    failed: 'Your leaves could not be loaded.',
    notKept: 'Your leaves of this day are no longer kept. Choose a newer day.',
    leavesNote: 'Your balance is split, so that a neighbour in the tree does not learn it.',
    leaf: (place: number) => `Leaf at place ${place}`,
    salt: 'Salt',
    isLeaf: 'Your leaf',
    isRoot: 'Root',
    node: (height: number) => `Node ${height}`,
  },
  total: {
    ...stepTexts.total,
    proven: 'Total of the proof',
    app: 'Owed by the app’s own figure',
    appNow: (when: string) => `At ${when}`,
    since: 'Difference',
    sinceNote: 'Rewards, bonds and sales since the snapshot',
    wallets: 'Wallets',
    leaves: 'Leaves',
    others: 'Owed beside it in SOL and USDC',
    othersNote: 'Listed by the server; the tree holds LMT alone, so this is not proven.',
    what: {
      'fee credit': 'Fee credit',
      'unmatched deposits': 'Unmatched deposits',
      'open payouts': 'Payouts under way',
    } as Readonly<Record<string, string>>,
  },
  holdings: {
    ...stepTexts.holdings,
    loading: 'Reading the treasury’s accounts from the chain',
    needSession:
      'Sign in to read the chain through this server, or use the verifier with a node of your own.',
    now: (asset: string) => `${asset} on the chain now`,
    published: (asset: string, slot: string) => `${asset} in the proof, at slot ${slot}`,
    address: (asset: string) => `${asset} account`,
    message: 'Signed text',
    signature: 'Signature',
    coverageNow: 'Coverage now',
    byBalances: 'By the balances on the chain',
    byBalancesNote: 'Worked out in this browser, at the app’s prices.',
    owedNow: 'Owed now',
    owedNowNote: 'By the app’s public figures: LMT, SOL and USDC, each unit once.',
    coverage: 'Coverage when the proof was made',
    onChain: 'By holdings on the chain',
    onChainNote: 'Anyone can check this: SOL and USDC at the treasury’s accounts.',
    withEntries: 'With the owner’s entries',
    withEntriesNote:
      'Other assets as the owner entered them. No chain shows them: believed, not proven.',
    coverageNote: 'Published by the server, at the prices of that moment: not proven.',
    owed: 'Owed then',
    owedNote: 'In LMT, SOL and USDC. LMT whose payout was under way counts once, as that payout.',
    times: '×',
    nothingOwed: 'Nothing was owed.',
  },
  anchor: {
    ...stepTexts.anchor,
    loading: 'Reading the transaction from the chain',
    otherTreasury:
      'This proof names a treasury of another address than the one that payments go to today.',
    transaction: 'Transaction',
    signer: 'Signed by the treasury',
    logHead: 'Head of the owner’s log',
    logHeadNote: 'It fixes every line of the owner’s log up to that moment.',
  },
  leaves: {
    ...stepTexts.leaves,
    hint: (leaves: string, size: string) =>
      `Work the whole tree out from its ${leaves} leaves, about ${size}. It shows that no balance is negative and none is left out of the sum.`,
    start: 'Check all leaves',
    again: 'Check again',
    progress: 'Leaves read',
    failed: 'The leaves could not be loaded. Those of older days are not kept.',
    stop: 'Stop',
  },
  faults: stepTexts.faults,
  where: stepTexts.where,
  files: {
    title: 'Check it without this server',
    hint: 'Keep the files, and check them with the verifier: one page that runs offline, with a node of your own.',
    day: 'The day',
    mine: 'My leaves',
    leaves: 'All leaves',
    verifier: 'Open the verifier',
    keepVerifier: 'Keep the verifier',
    secret: 'Your leaves show your balance: keep them to yourself.',
  },
} as const;
