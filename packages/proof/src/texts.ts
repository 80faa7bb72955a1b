/** Sentences of the verifier's steps: of the app's screen, the stand-alone page and the command. */
export const stepTexts = {
  states: { checking: 'Checking', holds: 'Holds', wrong: 'Wrong', open: 'Not checked' },
  where: (place: string) => `Found at ${place}.`,
  mine: {
    title: 'My balance is in the total',
    holds: (lmt: string) => `${lmt} LMT of yours are part of the total.`,
    nothing:
      'Nothing was owed to your wallet at that moment. If you held LMT then, this proof leaves you out.',
    wallet: 'Wallet',
  },
  total: {
    title: 'The total is what the app says it owes',
    holds: 'Your path leads to this total; it is the one that is published.',
    holdsLeaves: 'All leaves together come to this total; it is the one that is published.',
    open: 'Check your own balance, or all leaves, to work the total out.',
  },
  holdings: {
    title: 'What the treasury holds beside it',
    holds: 'The treasury’s key signed for each account, and the chain shows what they hold.',
    failed: 'The chain’s node did not answer, so the balances could not be read.',
    unsigned: 'No key has signed for these accounts on this day: whose they are is not proven.',
    otherMessage: (asset: string) =>
      `What was signed for ${asset} is about another day, root or account.`,
    otherKey: (asset: string) => `The signature for ${asset} is not the treasury’s.`,
    otherOwner: (asset: string) => `On the chain, the ${asset} account is not the treasury’s.`,
    otherProgram: (asset: string) => `On the chain, the ${asset} account is not a token account.`,
    otherMint: (asset: string) => `On the chain, the ${asset} account holds another token.`,
    missing: (asset: string) => `The chain has no such ${asset} account.`,
    otherList: 'The proof lists an account twice, or an asset that no chain shows.',
    none: 'The proof names no account.',
  },
  anchor: {
    title: 'The root stands on the chain',
    holds: (slot: string) =>
      `The treasury wrote day, root and total on the chain at slot ${slot}. They cannot be changed unseen.`,
    failed: 'The chain’s node did not answer, so the transaction could not be read.',
    none: 'This day is not on the chain yet: the root could still be changed.',
    faults: {
      unknown:
        'The chain’s node does not know this transaction. A node that keeps no history may not: ask another before you conclude.',
      failed: 'The transaction failed on the chain, so it says nothing.',
      signer: 'The treasury has not signed this transaction.',
      noMemo: 'The transaction carries no memo of a proof.',
      noReference:
        'The transaction does not name the address by which all anchors of the treasury are found.',
      otherDay: 'The memo on the chain is of another day.',
      otherRoot:
        'The memo on the chain has another root: the published one was changed afterwards.',
      otherTotal:
        'The memo on the chain has another total: the published one was changed afterwards.',
      otherLog: 'The memo on the chain has another head of the owner’s log: history was rewritten.',
      twoRoots:
        'The treasury wrote two roots for one day on the chain: different readers may be shown different totals.',
      lostDay: 'The memo names an earlier day that is not on the chain.',
    },
    unclear:
      'Too many transactions name the address of the treasury’s anchors, so they could not be checked.',
    expected: 'Start of the memo that must stand there',
    found: 'Memo on the chain',
  },
  leaves: {
    title: 'All leaves make this root',
    read: (leaves: string, of: string) => `${leaves} of ${of}`,
    holds: (leaves: string, ms: number) =>
      `${leaves} leaves come to this root and total, in ${ms} ms.`,
    ownFound: (found: number, own: number) => `Yours are among them: ${found} of ${own}.`,
    ownLost: (found: number, own: number) =>
      `Only ${found} of your ${own} leaves stand in their places.`,
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
  files: {
    noDay: 'The file of the day is needed beside these: download /api/proof/<day>.',
    ownRoot:
      'The leaves lead to the root that the file itself names; check the file of the day beside it.',
    noFile: 'No file was chosen.',
    noNode: 'No node was named.',
    formOnly: 'The file has the form of a day’s proof; nothing in it was checked.',
    believed: (address: string) =>
      `The treasury’s address is taken from the file: compare ${address} with the one that you know.`,
    otherTreasury: (address: string) =>
      `The file names another treasury, ${address}: it is not a proof of the one that you named.`,
    unreadable: 'This file is not a proof.',
    amountsNow: (amount: string, asset: string) => `${amount} ${asset} on the chain now.`,
    amountsThen: (amount: string, asset: string, slot: number) =>
      `${amount} ${asset} in the proof, at slot ${slot}.`,
    total: (lmt: string, day: string) => `${lmt} LMT are owed in all on ${day}.`,
  },
} as const;
