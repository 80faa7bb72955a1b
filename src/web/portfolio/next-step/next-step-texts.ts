/** What the next-step strip says; loaded with it. */
export const nextStepTexts = {
  also: (title: string) => `Also: ${title}`,
  more: (count: number, title: string) => `${count} more: ${title}`,
  show: (count: number) => `Show ${count} more`,
  paused: 'It waits until the protocol resumes.',
  window: {
    title: (vault: string, when: string) => `${vault}: restake window is open until ${when}`,
    titlePaused: (vault: string) => `${vault}: restake window is held open by the pause`,
    auto: (fee: string) => `Do nothing and it restakes automatically, with a fee of ${fee} LMT.`,
    release: (total: string) =>
      `Do nothing and ${total} LMT goes to your unstaked balance, without fee.`,
    reading: 'Restake or unstake before it closes.',
  },
  sellAgain: {
    title: (when: string) => `Your sell request was rejected; you may ask again until ${when}`,
    titleFailed: (when: string) =>
      `The payout of your sell request failed; you may ask again until ${when}`,
    hint: 'Until then no open window is needed. Your LMT is back in your unstaked balance.',
    reason: (notes: string) => `Reason: ${notes}.`,
    action: 'Sell LMT',
  },
  claim: {
    hint: 'It earns nothing until it is claimed and staked. It waits for you if you do nothing.',
  },
  activate: {
    title: (amount: string) => `Your stake of ${amount} LMT is ready to activate`,
    titleMany: (count: number) => `${count} stakes are ready to activate`,
    hint: 'It earns nothing until then. It waits for you if you do nothing.',
  },
  deciding: {
    title: (vault: string) => `${vault}: its window has ended`,
    auto: 'It is being restaked automatically.',
    release: 'It is being released to your unstaked balance.',
  },
  payoutSent: {
    title: (payout: string) => `Your payout of ${payout} has been sent`,
    hint: 'It is in your wallet as soon as the network has made it final.',
  },
  payment: {
    title: (amount: string, token: string) => `Your payment of ${amount} ${token} is on its way`,
    hint: 'Awaiting blockchain confirmation. It is not asked for again.',
    unpaid: (amount: string, token: string) =>
      `Your bond of ${amount} ${token} waits for its payment`,
    unpaidHint: 'Awaiting blockchain confirmation. No payment for it has been seen.',
    action: 'Show bonds',
  },
  locked: {
    title: (amount: string, when: string) => `${amount} LMT is bonding until ${when}`,
    hint: 'Then you claim it with one click. It waits for you if you do nothing.',
  },
  vesting: {
    title: (amount: string, when: string) => `${amount} LMT is vesting until ${when}`,
    hint: 'Then you activate it with one click and it earns for 7 days. Until then it earns nothing.',
  },
  matures: {
    title: (vault: string, when: string) => `${vault} matures on ${when}`,
    auto: 'You then have 24 hours to restake, unstake or sell, or it restakes automatically.',
    release: 'You then have 24 hours to restake, unstake or sell, or it becomes unstaked.',
  },
  sellAnswer: {
    title: (amount: string, place: number) =>
      `Your sell request of ${amount} LMT is number ${place} in the queue`,
    titlePaid: (amount: string) => `Your sell request of ${amount} LMT is being paid`,
    hint: (payout: string, when: string) =>
      `You get ${payout} once approved, by ${when}. You can cancel until then.`,
    overdue: (payout: string, when: string) =>
      `An answer was due by ${when}. You can wait for ${payout}, or cancel.`,
    paused: (payout: string) => `You get ${payout} once approved. You can cancel after the pause.`,
    signing: (payout: string) => `The owner is signing your payout of ${payout}.`,
    action: 'Show request',
  },
  stake: {
    title: (amount: string) => `${amount} LMT is unstaked and earns nothing`,
    hint: 'Stake it to earn. LMT can be sold only while one of your vaults is in its 24-hour window.',
    action: 'Stake LMT',
  },
  bond: {
    title: 'Bond SOL or USDC to get LMT',
    hint: 'You claim the LMT after 24 hours, stake it for 7 days, then restake, unstake or sell.',
    action: 'Bond SOL or USDC',
  },
} as const;
