/** Category of a refusal. The server maps each kind to an HTTP status. */
export type Kind =
  | 'malformed'
  | 'unauthenticated'
  | 'feeDue'
  | 'forbidden'
  | 'unknown'
  | 'notNow'
  | 'outOfRange'
  | 'tooMany'
  | 'unavailable'
  | 'fault';

type None = undefined;

/** All refusal codes with their context. Amounts and instants have their wire form. */
interface Contexts {
  // input
  MALFORMED: { readonly issues: readonly string[] };
  AMOUNT_MALFORMED: { readonly token: string };
  AMOUNT_TOO_PRECISE: { readonly token: string };
  AMOUNT_OUT_OF_RANGE: { readonly token: string };
  AMOUNT_NOT_POSITIVE: { readonly token: string };
  BELOW_MINIMUM: { readonly token: string; readonly minimum: string };
  BODY_TOO_LARGE: None;
  NOT_FOUND: { readonly what: string };
  // authentication and authorization
  UNAUTHENTICATED: None;
  SESSION_EXPIRED: None;
  SIGNATURE_INVALID: None;
  /** `message` is the text to sign, if the refusing call has built one. */
  SIGNATURE_REQUIRED: { readonly message?: string };
  NOT_YOURS: None;
  WALLET_MISMATCH: None;
  NOT_OWNER: None;
  ORIGIN_REFUSED: None;
  // availability and rate limits
  PAUSED: { readonly since: string };
  CLOCK_SKEW: None;
  RATE_LIMITED: { readonly retryAfterSeconds: number };
  CLOCK_BACKWARDS: { readonly now: string };
  CLOCK_TOO_FAR: { readonly mostDays: number };
  IDEMPOTENCY_MISMATCH: None;
  CONFLICT: None;
  // balances, supply and prices
  INSUFFICIENT_BALANCE: { readonly available: string };
  DEBIT_TOO_LARGE: { readonly available: string };
  SUPPLY_EXCEEDED: { readonly available: string };
  PRICE_STALE: { readonly symbol: string };
  PRICE_UNKNOWN: { readonly symbol: string };
  USDC_OFF_PEG: { readonly price: string };
  // bonds and payments
  USDC_NOT_READY: None;
  BOND_PENDING: None;
  BOND_NOT_FINALIZED: None;
  BOND_LOCKED: { readonly possibleAt: string };
  BOND_FAILED: None;
  BONDS_PENDING: None;
  SIGNATURE_USED: None;
  DEPOSIT_NOT_CONFIRMED: None;
  DEPOSIT_FAILED: None;
  DEPOSIT_OTHER_MINT: None;
  DEPOSIT_OTHER_RECIPIENT: None;
  DEPOSIT_OTHER_SENDER: None;
  DEPOSIT_NOTHING_GAINED: None;
  DEPOSIT_BEFORE_START: None;
  DEPOSIT_OFF_PEG: None;
  DEPOSIT_EXPECTED: { readonly possibleAt: string };
  DEPOSIT_OF_CREDIT: None;
  DEPOSIT_DECIDED: { readonly status: string };
  MOVEMENT_EXPLAINED: None;
  ANCHOR_MISMATCH: { readonly reason: string };
  HOLDING_UNSIGNED: { readonly address: string };
  // stakes and vaults
  FEE_REQUIRED: { readonly requiresFeePayment: true; readonly lamports: string };
  FEE_NOT_SEEN: { readonly retryAfterSeconds: number };
  FEE_TOO_OLD: None;
  FEE_NOT_FINALIZED: None;
  FEES_PENDING: None;
  VAULT_VESTING: { readonly possibleAt: string };
  VAULT_NOT_ACTIVATED: { readonly possibleAt: string };
  VAULT_ALREADY_ACTIVE: None;
  VAULT_RUNNING: { readonly possibleAt: string };
  VAULT_COMPLETED: None;
  VAULT_CHANGED: None;
  VAULT_IN_WINDOW: { readonly possibleAt: string };
  VAULT_AUTO_RESTAKES: None;
  WITHDRAWAL_LIMIT: { readonly maximum: string };
  TOO_MANY_VAULTS: { readonly most: number };
  TOO_OFTEN: { readonly most: number; readonly possibleAt: string | null };
  // sells and payouts
  SELL_NO_UNSTAKED: None;
  SELL_NOT_MATURED: { readonly possibleAt: string | null };
  SELL_WINDOW_EXPIRED: None;
  SELL_NO_VAULTS: None;
  SELL_PENDING: None;
  SELL_LIMIT: { readonly remaining: string; readonly resetsAt: string | null };
  SELL_DECIDED: { readonly status: string };
  PAYOUT_OPEN: { readonly possibleAt: string | null };
  NO_FREE_NONCE: { readonly ready: number; readonly retryAfterSeconds: number };
  PAYOUT_ELSEWHERE: { readonly receiver: string };
  PAYOUT_ALTERED: { readonly possibleAt: string | null };
  PAYOUT_MISMATCH: { readonly reason: string };
  PAYOUT_EXPIRED: None;
  PAYOUT_DECIDED: { readonly status: string };
  PAYOUT_NOT_FINAL: None;
  PAYOUT_PAID: { readonly signature: string };
  PAYOUT_UNSURE: None;
  PAYOUT_IMPOSSIBLE: { readonly reason: string };
  NOTHING_TO_REFUND: None;
  TREASURY_SHORT: { readonly token: string; readonly available: string; readonly required: string };
  // the owner's settings
  SETTING_UNKNOWN: { readonly name: string };
  SETTING_OUT_OF_RANGE: { readonly name: string; readonly allowed: string };
  HOLDING_FROM_CHAIN: { readonly symbol: string };
  PLAN_CHANGED: None;
  // dependencies and internal errors
  CHAIN_UNAVAILABLE: None;
  DATABASE_UNAVAILABLE: { readonly retryAfterSeconds: number };
  OVERLOADED: { readonly retryAfterSeconds: number };
  INTERNAL: None;
}

export type Code = keyof Contexts;
export type ContextOf<C extends Code> = Contexts[C];
export type Refusal = {
  [C in Code]: {
    readonly code: C;
    readonly context: Contexts[C] extends None ? object : Contexts[C];
  };
}[Code];

type Message<C extends Code> = Contexts[C] extends None ? string : (c: Contexts[C]) => string;
type Table = { readonly [C in Code]: readonly [kind: Kind, message: Message<C>] };

/** Kinds and texts of all codes. Screens and tests match on the code, never on the text. */
export const REFUSALS: Table = {
  MALFORMED: ['malformed', (c) => `The request is not well-formed: ${c.issues.join('; ')}`],
  AMOUNT_MALFORMED: [
    'malformed',
    (c) => `The ${c.token} amount must be a plain decimal string such as "12.5"`,
  ],
  AMOUNT_TOO_PRECISE: ['malformed', (c) => `The ${c.token} amount has too many decimals`],
  AMOUNT_OUT_OF_RANGE: ['outOfRange', (c) => `The ${c.token} amount is too large`],
  AMOUNT_NOT_POSITIVE: ['outOfRange', (c) => `The ${c.token} amount must be above 0`],
  BELOW_MINIMUM: ['outOfRange', (c) => `The least amount is ${c.minimum} ${c.token}`],
  BODY_TOO_LARGE: ['malformed', 'The request is too large'],
  NOT_FOUND: ['unknown', (c) => `${c.what} not found`],

  UNAUTHENTICATED: ['unauthenticated', 'Authentication required. Please reconnect your wallet.'],
  SESSION_EXPIRED: ['unauthenticated', 'Your session has expired. Please reconnect your wallet.'],
  SIGNATURE_INVALID: [
    'unauthenticated',
    'Failed to authenticate with wallet signature. Please try connecting again.',
  ],
  SIGNATURE_REQUIRED: ['unauthenticated', () => 'A fresh signature of the owner is needed'],
  NOT_YOURS: ['forbidden', 'This belongs to another user'],
  WALLET_MISMATCH: ['forbidden', 'The wallet address does not match the session'],
  NOT_OWNER: ['forbidden', 'Only the protocol owner can access admin dashboard'],
  ORIGIN_REFUSED: ['forbidden', 'Requests from this origin are not accepted'],

  PAUSED: ['unavailable', (c) => `All user operations paused since ${c.since}`],
  CLOCK_SKEW: ['unavailable', 'The server’s clock is being checked; try again in a few minutes'],
  RATE_LIMITED: ['tooMany', (c) => `Too many requests; try again in ${c.retryAfterSeconds} s`],
  CLOCK_BACKWARDS: ['outOfRange', (c) => `Time never goes backwards; it is ${c.now}`],
  CLOCK_TOO_FAR: ['outOfRange', (c) => `Time moves at most ${c.mostDays} days at once`],
  IDEMPOTENCY_MISMATCH: ['notNow', 'This Idempotency-Key was used for another request'],
  CONFLICT: ['notNow', 'Something else changed this at the same time. Please try again.'],
  INSUFFICIENT_BALANCE: [
    'outOfRange',
    (c) => `You only have ${c.available} LMT available to stake.`,
  ],
  DEBIT_TOO_LARGE: ['outOfRange', (c) => `The user has only ${c.available} LMT unstaked`],
  SUPPLY_EXCEEDED: [
    'outOfRange',
    (c) => `The maximum supply leaves only ${c.available} LMT to bond`,
  ],

  PRICE_STALE: ['unavailable', (c) => `No fresh ${c.symbol} price is available; try again soon`],
  PRICE_UNKNOWN: ['unavailable', (c) => `No ${c.symbol} price is known for that time`],
  USDC_OFF_PEG: [
    'unavailable',
    (c) => `Bonds in USDC are paused while USDC is off its peg: it is at ${c.price} USD`,
  ],

  USDC_NOT_READY: [
    'unavailable',
    'The treasury cannot take USDC right now. Nothing is wrong with your wallet: pay in SOL, or try again later.',
  ],
  BOND_PENDING: ['notNow', 'Awaiting blockchain confirmation'],
  BOND_NOT_FINALIZED: ['notNow', 'The payment is not finalized on the blockchain yet'],
  BOND_LOCKED: ['notNow', (c) => `The bond can be claimed from ${c.possibleAt}`],
  BOND_FAILED: ['notNow', 'The payment of this bond failed: you can bond again'],
  BONDS_PENDING: ['notNow', 'Too many bonds await blockchain confirmation'],
  SIGNATURE_USED: ['notNow', 'This payment was already used'],
  DEPOSIT_NOT_CONFIRMED: ['notNow', 'The payment is not confirmed on the blockchain yet'],
  DEPOSIT_FAILED: ['outOfRange', 'The payment failed on the blockchain'],
  DEPOSIT_OTHER_MINT: ['outOfRange', 'The payment was made in another token'],
  DEPOSIT_OTHER_RECIPIENT: ['outOfRange', 'The payment did not go to the treasury'],
  DEPOSIT_OTHER_SENDER: ['outOfRange', 'The payment was made by another wallet'],
  DEPOSIT_NOTHING_GAINED: ['outOfRange', 'The treasury gained nothing from this transaction'],
  DEPOSIT_BEFORE_START: [
    'outOfRange',
    'The payment was made before the first start: it counts for nothing here',
  ],
  DEPOSIT_OFF_PEG: [
    'outOfRange',
    'USDC was off its peg when this payment was made: the payment is to be refunded',
  ],
  DEPOSIT_EXPECTED: [
    'notNow',
    (c) => `The watcher may still take this payment; it can be listed from ${c.possibleAt}`,
  ],
  DEPOSIT_OF_CREDIT: ['notNow', 'Fee credit can be refunded, not assigned'],
  DEPOSIT_DECIDED: ['notNow', (c) => `The deposit is ${c.status} already`],
  MOVEMENT_EXPLAINED: ['notNow', 'The movement is explained already, and needs no name'],
  ANCHOR_MISMATCH: ['outOfRange', (c) => `The signed transaction is not the anchor: ${c.reason}`],
  HOLDING_UNSIGNED: ['outOfRange', (c) => `This is not the treasury’s signature for ${c.address}`],

  FEE_REQUIRED: [
    'feeDue',
    () => 'You need to pay the staking fee first. Please approve the transaction in your wallet.',
  ],
  FEE_NOT_SEEN: ['notNow', () => 'The fee payment is not confirmed yet. It is waited for.'],
  FEE_TOO_OLD: ['notNow', 'This payment has become your bond. Stake again and pay the fee.'],
  FEE_NOT_FINALIZED: ['notNow', 'The fee payment is not finalized on the blockchain yet'],
  FEES_PENDING: ['notNow', 'Too many fee payments await blockchain confirmation'],
  VAULT_VESTING: ['notNow', (c) => `The stake vests until ${c.possibleAt}`],
  VAULT_NOT_ACTIVATED: ['notNow', (c) => `Activate the stake first, from ${c.possibleAt}`],
  VAULT_ALREADY_ACTIVE: ['notNow', 'The vault is active already'],
  VAULT_RUNNING: ['notNow', (c) => `The vault matures at ${c.possibleAt}`],
  VAULT_COMPLETED: ['notNow', 'The vault is completed'],
  VAULT_CHANGED: ['notNow', 'The vault has changed since it was read: look at it again'],
  VAULT_IN_WINDOW: ['notNow', (c) => `The restake window is open until ${c.possibleAt}`],
  VAULT_AUTO_RESTAKES: ['notNow', 'The vault restakes by itself; switch auto-restake off first'],
  WITHDRAWAL_LIMIT: ['outOfRange', (c) => `Maximum withdrawable: ${c.maximum} LMT (50% of vault)`],
  TOO_MANY_VAULTS: [
    'outOfRange',
    (c) => `You have ${c.most} open vaults, which is the most: restake one, or wait until one ends`,
  ],
  TOO_OFTEN: ['notNow', (c) => `You have done this ${c.most} times, which is the most for now`],

  SELL_NO_UNSTAKED: ['notNow', 'No unstaked LMT'],
  SELL_NOT_MATURED: ['notNow', () => 'Vaults not yet matured (7-day period incomplete)'],
  SELL_WINDOW_EXPIRED: ['notNow', '24-hour restaking window expired'],
  SELL_NO_VAULTS: ['notNow', 'No active vaults'],
  SELL_PENDING: ['notNow', 'A sell request is pending already: wait, or cancel it'],
  SELL_LIMIT: ['outOfRange', (c) => `You can sell at most ${c.remaining} LMT now`],
  SELL_DECIDED: ['notNow', (c) => `The request is ${c.status} already`],
  PAYOUT_OPEN: ['notNow', () => 'A payout of this request is under way'],
  PAYOUT_ELSEWHERE: ['notNow', (c) => `It is on its way to another address: ${c.receiver}`],
  NO_FREE_NONCE: ['notNow', (c) => `No payout nonce is free; retry in ${c.retryAfterSeconds} s`],
  PAYOUT_ALTERED: [
    'notNow',
    () => 'The wallet changed the transaction. Use another wallet in 30 s, or set TREASURY_KEYPAIR',
  ],
  PAYOUT_MISMATCH: ['outOfRange', (c) => `The transaction is not this payout: ${c.reason}`],
  PAYOUT_EXPIRED: ['notNow', 'The transaction has expired; sign the new one'],
  PAYOUT_DECIDED: ['notNow', (c) => `The payout is ${c.status} already`],
  PAYOUT_NOT_FINAL: ['notNow', 'The payment is not final on the blockchain yet; try again soon'],
  PAYOUT_PAID: ['notNow', (c) => `The payout was paid: settle it by transaction ${c.signature}`],
  PAYOUT_UNSURE: [
    'notNow',
    'Not all that the treasury has paid since is known; try again in a minute, or settle it by its payment',
  ],
  PAYOUT_IMPOSSIBLE: ['notNow', (c) => `The payout cannot be made: ${c.reason}`],
  NOTHING_TO_REFUND: ['notNow', 'There is nothing to refund'],
  TREASURY_SHORT: [
    'notNow',
    (c) =>
      `The treasury has ${c.available} ${c.token} available, the payout needs ${c.required} ${c.token}`,
  ],

  SETTING_UNKNOWN: ['outOfRange', (c) => `There is no setting called ${c.name}`],
  SETTING_OUT_OF_RANGE: ['outOfRange', (c) => `${c.name} must be ${c.allowed}`],
  HOLDING_FROM_CHAIN: [
    'outOfRange',
    (c) => `What the treasury holds of ${c.symbol} is read from the blockchain`,
  ],
  PLAN_CHANGED: ['notNow', 'The accounts have changed: look at the new list'],

  CHAIN_UNAVAILABLE: ['unavailable', 'The blockchain cannot be reached; try again soon'],
  DATABASE_UNAVAILABLE: ['unavailable', () => 'The database cannot be reached right now'],
  OVERLOADED: ['unavailable', (c) => `The server is busy; try again in ${c.retryAfterSeconds} s`],
  INTERNAL: ['fault', 'Server error. Please try again in a few moments.'],
};

export function kindOf(code: Code): Kind {
  return REFUSALS[code][0];
}

/**
 * Returns the text of a refusal for people.
 *
 * @example messageOf({ code: 'SELL_NO_VAULTS', context: {} }) // 'No active vaults'
 */
export function messageOf(refusal: Refusal): string {
  const message = REFUSALS[refusal.code][1] as string | ((context: unknown) => string);
  return typeof message === 'string' ? message : message(refusal.context);
}
