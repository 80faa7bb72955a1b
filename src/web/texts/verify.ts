/** What the Verify page and the verifier file say; loaded with them. */
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
  states: { checking: 'Checking', holds: 'Holds', wrong: 'Wrong', open: 'Not checked' },
  working: 'Show the working',
  inMs: (ms: number) => `Worked out in ${ms} ms by your browser.`,
  mine: {
    title: 'My balance is in the total',
    holds: (lmt: string) => `${lmt} LMT of yours are part of the total.`,
    nothing: 'Nothing was owed to your wallet at that moment.',
    compare:
      'Compare it with what you held then: unstaked LMT, bonds, vaults with the rewards accrued until then, and sell requests.',
    connect: 'Connect your wallet and sign in to check your own balance.',
    loading: 'Loading your leaves',
    failed: 'Your leaves could not be loaded.',
    notKept: 'Your leaves of this day are no longer kept. Choose a newer day.',
    leavesNote: 'Your balance is split, so that a neighbour in the tree does not learn it.',
    leaf: (place: number) => `Leaf at place ${place}`,
    salt: 'Salt',
    wallet: 'Wallet',
    isLeaf: 'Your leaf',
    isRoot: 'Root',
    node: (height: number) => `Node ${height}`,
  },
  total: {
    title: 'The total is what the app says it owes',
    holds: 'Your path leads to this total; it is the one that is published.',
    holdsLeaves: 'All leaves together come to this total; it is the one that is published.',
    open: 'Check your own balance, or all leaves, to work the total out.',
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
    title: 'What the treasury holds beside it',
    holds: 'The treasury’s key signed for each account, and the chain shows what they hold.',
    loading: 'Reading the treasury’s accounts from the chain',
    failed: 'The chain’s node did not answer, so the balances could not be read.',
    needSession:
      'Sign in to read the chain through this server, or use the verifier with a node of your own.',
    unsigned: 'No key has signed for these accounts on this day: whose they are is not proven.',
    untold: 'This browser cannot check the signature. Use a current one, over https.',
    otherMessage: (asset: string) =>
      `What was signed for ${asset} is about another day, root or account.`,
    otherKey: (asset: string) => `The signature for ${asset} is not the treasury’s.`,
    otherOwner: (asset: string) => `On the chain, the ${asset} account is not the treasury’s.`,
    none: 'The proof names no account.',
    now: (asset: string) => `${asset} on the chain now`,
    published: (asset: string, slot: string) => `${asset} in the proof, at slot ${slot}`,
    address: (asset: string) => `${asset} account`,
    message: 'Signed text',
    signature: 'Signature',
    coverage: 'Coverage',
    onChain: 'By holdings on the chain',
    onChainNote: 'Anyone can check this: SOL and USDC at the treasury’s accounts.',
    withEntries: 'With the owner’s entries',
    withEntriesNote:
      'Other assets as the owner entered them. No chain shows them: believed, not proven.',
    owed: 'Owed, at the app’s prices',
    owedNote: 'The proof’s total in LMT, and what is owed in SOL and USDC',
    times: '×',
    nothingOwed: 'Nothing is owed.',
  },
  anchor: {
    title: 'The root stands on the chain',
    holds: (slot: string) =>
      `The treasury wrote day, root and total on the chain at slot ${slot}. They cannot be changed unseen.`,
    loading: 'Reading the transaction from the chain',
    failed: 'The chain’s node did not answer, so the transaction could not be read.',
    none: 'This day is not on the chain yet: the root could still be changed.',
    faults: {
      unknown:
        'The chain’s node does not know this transaction. A node that keeps no history may not: ask another before you conclude.',
      failed: 'The transaction failed on the chain, so it says nothing.',
      signer: 'The treasury has not signed this transaction.',
      noMemo: 'The transaction carries no memo of a proof.',
      otherDay: 'The memo on the chain is of another day.',
      otherRoot:
        'The memo on the chain has another root: the published one was changed afterwards.',
      otherTotal:
        'The memo on the chain has another total: the published one was changed afterwards.',
      otherLog: 'The memo on the chain has another head of the owner’s log: history was rewritten.',
    },
    otherTreasury:
      'This proof names a treasury of another address than the one that payments go to today.',
    transaction: 'Transaction',
    signer: 'Signed by the treasury',
    expected: 'Memo that must stand there',
    found: 'Memo on the chain',
    logHead: 'Head of the owner’s log',
    logHeadNote: 'It fixes every line of the owner’s log up to that moment.',
  },
  leaves: {
    title: 'All leaves make this root',
    hint: (leaves: string, size: string) =>
      `Work the whole tree out from its ${leaves} leaves, about ${size}. It shows that no balance is negative and none is left out of the sum.`,
    start: 'Check all leaves',
    again: 'Check again',
    progress: 'Leaves read',
    read: (leaves: string, of: string) => `${leaves} of ${of}`,
    holds: (leaves: string, ms: number) =>
      `${leaves} leaves come to this root and total, in ${ms} ms.`,
    ownFound: (found: number, own: number) => `Yours are among them: ${found} of ${own}.`,
    ownLost: (found: number, own: number) =>
      `Only ${found} of your ${own} leaves stand in their places.`,
    failed: 'The leaves could not be loaded. Those of older days are not kept.',
    stop: 'Stop',
  },
  faults: {
    malformed: 'What the server sent is not a proof: a part is missing or has the wrong form.',
    'wrong-day': 'This is the proof of another day.',
    'wrong-wallet': 'These are the leaves of another wallet.',
    'wrong-root':
      'The leaves lead to another root than the published one: one of the two was changed.',
    'wrong-total': 'The leaves add up to another total than the published one.',
    'overflowing-sum':
      'A sum is larger than 64 bits can hold: such sums wrap around and hide what is owed.',
    'leaf-used-twice': 'One leaf is used twice: the same LMT is counted for two balances.',
    'wrong-place': 'A path does not lead from the leaf’s place to the root.',
    'wrong-count': 'There are more or fewer leaves than the proof says.',
    unsorted: 'The leaves are not in the order of their hashes.',
  },
  where: (place: string) => `Found at ${place}.`,
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
  file: {
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
    noDay: 'Choose the file of the day.',
    noFile: 'No file was chosen.',
    noNode: 'No node was named.',
    unreadable: 'This file is not a proof.',
    amountsNow: (amount: string, asset: string) => `${amount} ${asset} on the chain now.`,
    amountsThen: (amount: string, asset: string, slot: number) =>
      `${amount} ${asset} in the proof, at slot ${slot}.`,
    total: (lmt: string, day: string) => `${lmt} LMT are owed in all on ${day}.`,
  },
} as const;
