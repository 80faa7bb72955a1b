/** What is said about a vault and its window, wherever one is shown; loaded with it. */
export const vaultTexts = {
  /** By phase; a vault in its window is active, with a badge beside it. */
  status: {
    vesting: 'Vesting',
    ready: 'Ready',
    running: 'Active',
    window: 'Active',
    completed: 'Completed',
  },
  inWindow: 'Restake window',
  timeline: (percent: number) =>
    `Vault timeline: ${percent}% of the way from stake to the end of the window`,
  name: (id: string) => `Vault ${id}`,
  captions: {
    staked: (day: string) => `staked ${day}`,
    started: (day: string) => `started ${day}`,
    vests: (when: string) => `vesting until ${when}`,
    matures: (when: string) => `matures ${when}`,
    matured: (day: string) => `matured ${day}`,
    activate: 'ready to activate',
    window: 'window',
  },
  window: {
    title: (hours: string) => `Restake window open: ${hours} left`,
    hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    last: 'less than 1 hour',
    paused: 'The pause holds the restake window open',
    pausedHint: 'Restaking and unstaking wait until the protocol resumes.',
    nothing: (when: string, fee: string) =>
      `Nothing to do: restakes automatically on ${when}, fee ${fee} LMT`,
    sell: 'LMT can be sold only while a window is open.',
  },
  /** The window has ended, and what became of the vault has not been read yet. */
  over: {
    title: 'The restake window has closed',
    auto: 'The vault restakes automatically. It is shown as soon as the server can be read.',
    release: (total: string) =>
      `${total} LMT move to your unstaked balance automatically. If you do not see them there, move them yourself.`,
    open: 'Move to unstaked',
    done: 'Stake Completed!',
    doneDetail: (amount: string) => `${amount} LMT are in your unstaked balance.`,
    failed: 'Completion Failed',
    failedDetail: 'Failed to complete stake.',
  },
  restaked: {
    title: 'Auto-restaked',
    text: (when: string, fee: string) =>
      `On ${when} this vault restaked automatically. Fee charged: ${fee} LMT, from the rewards.`,
    free: (when: string) =>
      `On ${when} this vault restaked automatically. No fee: no rewards were left in it.`,
  },
  activate: {
    open: 'Activate',
    all: 'Activate all',
    waits: 'Waiting for the fee to be final',
    paused: 'Activating waits for the pause to end.',
    done: 'Stake Activated!',
    doneDetail: (when: string) => `It earns rewards for 7 days and matures on ${when}.`,
    doneAll: (count: number, when: string) =>
      `${count} stakes earn rewards for 7 days and mature on ${when}.`,
    failed: 'Activation Failed',
    failedDetail: 'Failed to activate stake.',
  },
  autoRestake: {
    label: 'Auto-restake',
    on: (percent: string) =>
      `When the window ends and you did nothing, the vault starts another 7 days automatically. The fee is ${percent} of the rewards.`,
    off: (percent: string) =>
      `When the window ends and you did nothing, everything goes to your unstaked balance, without fee. To earn again, or to sell, it needs a new vault: a fee of ${percent} in SOL, 24 hours of vesting and 7 days.`,
    doneOn: 'Auto-restake is on',
    doneOnDetail: 'The vault restakes automatically when its window ends.',
    doneOff: 'Auto-restake is off',
    doneOffDetail: 'The vault is released to your unstaked balance when its window ends.',
    failed: 'Auto-restake was not changed',
    paused: 'It can be changed when the pause ends.',
    failedDetail: 'Please try again.',
  },
  closed: {
    title: 'The restake window is not open',
    detail: 'Restaking and unstaking are possible only in the 24 hours after a vault has matured.',
  },
  walletMissing: {
    title: 'Wallet Not Connected',
    detail: 'Please connect your wallet to continue',
  },
  dialog: {
    cancel: 'Cancel',
    back: 'Back',
    close: 'Close',
    principal: 'Staked',
    rewards: 'Rewards',
    total: 'In the vault now',
  },
  instead: {
    title: 'If you do nothing',
    auto: (of: { when: string; percent: string; fee: string; left: string }) =>
      `Auto-restake is on: it restakes automatically on ${of.when}. The fee is ${of.percent} of the rewards: ${of.fee} LMT; ${of.left} LMT stay staked.`,
    release: (when: string, total: string, percent: string) =>
      `Auto-restake is off: ${total} LMT move to your unstaked balance on ${when}, without fee. To earn again, or to sell, they need a new vault: a fee of ${percent} in SOL, 24 hours of vesting and 7 days.`,
  },
  cheaper: {
    titles: {
      'by-itself': (saved: string, usd: string) => `Waiting saves ${saved} LMT ($${usd})`,
      'by-hand': (saved: string, usd: string) => `Restaking now saves ${saved} LMT ($${usd})`,
    },
    detail: (of: { byHand: string; byItself: string; fee: string; missed: string; when: string }) =>
      `Restaking now costs ${of.byHand} LMT. Doing nothing costs ${of.byItself} LMT: a fee of ${of.fee} LMT on ${of.when}, when the vault restakes automatically and its next 7 days start, and ${of.missed} LMT of rewards not earned until then, at the APY in force.`,
    briefs: {
      'by-itself': (usd: string) =>
        `Wait for auto-restake and you are $${usd} better off than restaking now.`,
      'by-hand': (usd: string) =>
        `Restake now and you are $${usd} better off than waiting for auto-restake.`,
    },
  },
  restake: {
    open: 'Restake',
    paused: 'Restaking waits for the pause to end.',
    title: 'Manual Restake',
    description: (id: string) => `Vault ${id}: another 7 days with everything that is in it.`,
    fee: 'Restake fee',
    feeNote: (percent: string) => `${percent} of the vault total`,
    after: 'Staked afterwards',
    matures: 'Matures',
    confirm: 'Confirm Restake',
    processing: 'Restaking the vault',
    done: 'Restake Complete',
    doneDetail: 'The vault is restaked for another 7-day cycle.',
    toast: 'Vault Restaked!',
    toastDetail: (net: string, fee: string, percent: string) =>
      `Restaked ${net} LMT for another 7-day vault period. Fee: ${fee} LMT (${percent})`,
    failed: 'Restake Failed',
    failedDetail: 'Failed to process restake',
    /** In the dialog, which stays open for another try. */
    stayed: 'Restaking Failed',
    stayedDetail: 'Unable to restake vault. Please try again.',
  },
  unstake: {
    open: 'Unstake',
    paused: 'Unstaking waits for the pause to end.',
    title: 'Unstake from Vault',
    description: (id: string) => `Vault ${id}: at most half of it can be taken out in one window.`,
    amount: 'Amount to unstake',
    cap: 'You can still unstake',
    capNote: 'half of the vault at maturity, over the whole window',
    invalid: {
      title: 'Invalid Amount',
      detail: 'Please enter a valid amount to unstake',
    },
    limit: {
      title: 'Withdrawal Limit Exceeded',
      detail: (cap: string) => `Maximum withdrawable: ${cap} LMT (50% of vault)`,
    },
    tooPrecise: 'LMT amounts have at most 8 decimals.',
    used: 'Half of this vault has been taken out in this window already. The rest can be restaked, or waits for the window to end.',
    proceed: 'Proceed',
    confirm: 'Confirm Unstake',
    takes: 'You unstake',
    takesNote: (rewards: string, principal: string) =>
      `${rewards} of the rewards, ${principal} of what is staked`,
    fee: 'Withdrawal fee',
    free: 'None',
    feeNote: (percent: string) => `${percent} of what you unstake`,
    receives: 'You receive',
    receivesNote: 'in your unstaked balance, at once',
    left: 'Left in the vault',
    note: (percent: string) =>
      `Unstaked LMT earns nothing. A new vault for it costs a ${percent} SOL fee and takes 24 hours of vesting and 7 days. It can be sold only while one of your vaults is in its 24-hour window, as this one is now.`,
    processing: 'Unstaking from the vault',
    done: 'Unstake Successful',
    doneDetail: (amount: string) => `${amount} LMT are in your unstaked balance.`,
    failed: 'Unstake Failed',
    failedDetail: 'Failed to unstake from vault',
  },
} as const;
