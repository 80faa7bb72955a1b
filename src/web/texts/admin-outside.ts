/** What is said about payouts of a treasury that no key of the server and no owner's wallet signs for. */
export const outsideTexts = {
  badge: 'Awaiting outside',
  hint: 'The treasury pays these elsewhere, from a multisig for instance. Make each payment there, to the last unit, and enter its signature here.',
  list: 'Payouts to be made outside',
  tools: 'Payouts outside: actions',
  purposes: {
    sell: 'Sell request',
    deposit: 'Refund of a payment',
    credit: 'Refund of fee credit',
  },
  receiver: 'Pay to',
  since: (when: string) => `Waits since ${when}`,
  memo: 'Memo',
  reference: 'Reference key',
  seen: 'Seen on the chain',
  select: (what: string) => `Select ${what}`,
  selected: (count: number) => `${count} selected`,
  export: 'Export CSV',
  settleSelected: 'Settle selected',
  settle: 'Settle',
  giveUp: 'Give up',
  of: (action: string, what: string) => `${action}: ${what}`,
  settling: {
    title: (count: number) => (count === 1 ? 'Settle a Payout' : `Settle ${count} Payouts`),
    description:
      'The server looks the transaction up and judges it: out of the treasury, to this wallet, this token, this amount, final, and used for nothing else. One transaction may pay several.',
    signature: 'Signature of the transaction that paid',
    signatureHint: 'Payments are final about 15 seconds after they were sent.',
    malformed: 'Paste the whole signature of the transaction.',
    confirm: 'Settle',
    retry: 'Try the others again',
    cancel: 'Cancel',
    close: 'Close',
    state: { waiting: 'Waits', running: 'Being judged', done: 'Settled', failed: 'Not settled' },
    done: 'Payout Settled',
    doneDetail: (count: number) =>
      count === 1 ? 'The payment fits, and is final.' : `The payments of ${count} payouts fit.`,
    failed: 'Settling Failed',
    failedDetail: (failed: number, total: number) =>
      `${failed} of ${total} were not settled; see the list.`,
    otherwise: 'The payout could not be settled',
  },
  givingUp: {
    title: 'Give up a Payout',
    description:
      'Only while surely nothing was paid. Cancel the proposal outside first: what is paid after this is an alarm, and is settled by nothing.',
    amount: 'Payout',
    before: 'Awaiting outside',
    after: {
      sell: 'Request pending again',
      deposit: 'Unmatched payment',
      credit: 'Fee credit of the user',
    },
    confirm: 'Give up',
    done: 'Payout Given Up',
    doneDetail: (amount: string) => `${amount} are not to be paid outside any more.`,
    failed: 'Giving up Failed',
    failedDetail: 'The payout still waits outside.',
  },
  listed: 'Listed to Be Paid Outside',
  listedDetail: (amount: string) =>
    `${amount} wait under Sell Verifications, Payouts under way, until the signature of their payment is entered.`,
} as const;
