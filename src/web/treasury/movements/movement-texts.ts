import type { MovementFigureJson, MovementJson } from '#contract/treasury/admin-movements';

type Kind = MovementFigureJson['sums'][number]['kind'];
type Label = NonNullable<MovementJson['label']>;
type Concern = NonNullable<MovementJson['concern']>;

const kinds: Readonly<Record<Kind, string>> = {
  bond: 'Bond',
  fee: 'Staking fee',
  deposit: 'Unmatched deposit',
  dust: 'Dust',
  waiting: 'Payment that waits',
  payout: 'Payout',
  refund: 'Refund',
  'network-fee': 'Network fee',
  rent: 'Rent',
  nonce: 'Nonce',
  anchor: 'Anchor',
  faucet: 'Faucet',
  own: 'Owner’s own',
  unclassified: 'Unclassified',
};

const labels: Readonly<Record<Label, string>> = {
  own: 'Owner’s own',
  'top-up': 'Top-up',
  expense: 'Expense',
  exchange: 'Exchange',
  other: 'Other',
};

const concerns: Readonly<Record<Concern, string>> = {
  unclassified: 'Nothing explains it',
  'no-payout': 'No payout says so',
  'paid-twice': 'Paid twice',
};

/** What the owner's System tab says of what moves on the treasury's accounts. */
export const movementsTexts = {
  title: 'Treasury movements',
  loading: 'Adding up the treasury’s movements',
  failed: 'The treasury’s movements could not be loaded',
  hint: 'Every finalized transaction on the treasury’s two accounts, explained. What an account held first, and all that moved since, is what it holds, to the last unit.',
  account: (token: string) => `${token} account`,
  opening: 'Held first',
  openedAt: (when: string) => `when movements were first written down, ${when}`,
  counted: (count: number) => (count === 1 ? '1 movement' : `${count} movements`),
  expected: 'Movements say',
  balance: 'Held after the newest transaction',
  difference: 'Difference',
  addsUp: 'Adds up',
  differs: 'Does not add up',
  unclassified: 'Unclassified',
  none: 'Nothing has moved yet',
  noneHint: 'The first payment that reaches the treasury appears here once it is final.',
  noneFound: 'No such movement',
  noneFoundHint: 'Choose another account or kind.',
  filters: 'Which movements',
  token: 'Account',
  kind: 'Kind',
  all: 'All',
  both: 'Both',
  toLook: 'Only what needs a look',
  more: 'Show more',
  table: 'Movements, newest first',
  columns: {
    at: 'Time',
    kind: 'What it was',
    amount: 'Amount',
    counterparty: 'From or to',
    transaction: 'Transaction',
    name: 'Name',
  },
  kinds,
  /** By what is stored: what a payment was used for is looked up. */
  stored: {
    payment: 'Payments',
    dust: kinds.dust,
    payout: 'Payouts and refunds',
    'network-fee': kinds['network-fee'],
    rent: kinds.rent,
    nonce: kinds.nonce,
    anchor: kinds.anchor,
    faucet: kinds.faucet,
    own: kinds.own,
    unknown: kinds.unclassified,
  },
  labels,
  concerns,
  failedTransaction: 'failed',
  unknown: 'Unknown',
  name: 'Name it',
  rename: 'Rename',
  of: (action: string, what: string) => `${action}: ${what}`,
  naming: {
    title: 'What was this movement?',
    hint: 'The name and the reason stand in the list and in the log.',
    depositHint:
      'An unmatched deposit that you name is your own money from then on: it is owed to no sender, and can be paid out.',
    label: 'It was',
    confirm: 'Save the name',
    done: 'Movement named',
    doneDetail: (label: string) => `It stands as: ${label}.`,
    failed: 'Naming failed',
    failedDetail: 'The movement could not be named.',
  },
} as const;
