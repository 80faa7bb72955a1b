import type { Bond, BondRequest, Payment } from '#domain/bonds/bond';
import type { StoredQuote } from '#domain/bonds/quote';
import { type Journal, balancesAfter } from '#domain/base/ledger';
import { type Code, messageOf } from '#domain/base/errors';
import {
  type Apy,
  type Lmt,
  type PayToken,
  type Token,
  type Amount,
  lamports,
  lmt,
  parseAmount,
  usdPrice,
} from '#domain/base/money';
import type { InForce } from '#domain/terms/terms-in-force';
import type { Pause } from '#domain/terms/pause';
import type { PriceBook, Prices } from '#domain/terms/price';
import type { Result } from '#domain/base/result';
import { type Payout, payoutExpiry } from '#domain/payouts/payout';
import type { Sell, Seller } from '#domain/sells/sell';
import { DEFAULT_SETTINGS, type Settings } from '#domain/terms/settings';
import { DEFAULT_LMT_PRICE, QUOTE_MS, type Terms } from '#domain/terms/terms';
import type { ForecastUser } from '#domain/treasury/forecast-day';
import { DAY_MS, type Instant, WEEK_MS, after, instant } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import type { VaultToEdit } from '#domain/vaults/vault-edit';

/** Day 0 of every test: Monday, 5 January 2026, 12:00 UTC. */
export const T0: Instant = instant(Date.UTC(2026, 0, 5, 12));

/** Returns the instant `days` after day 0, rounded to whole milliseconds. */
export const day = (days: number): Instant => after(T0, Math.round(days * DAY_MS));

function amount<T extends Token>(token: T, text: string): Amount<T> {
  const units = parseAmount(token, text);
  if (units === null) throw new Error(`not an amount of ${token}: ${text}`);
  return units;
}
export const LMT = (text: string): Lmt => amount('LMT', text);
export const SOL = (text: string): Amount<'SOL'> => amount('SOL', text);
export const USDC = (text: string): Amount<'USDC'> => amount('USDC', text);

/** SOL at 200 USD, LMT at 987 USDC. */
export const PRICES: Prices = { lmt: DEFAULT_LMT_PRICE, sol: usdPrice(200_000000000000n) };
export const BOOK: PriceBook = {
  lmt: [{ from: T0, value: PRICES.lmt }],
  sol: [{ from: T0, value: PRICES.sol }],
};

/** Builds terms: default settings from day 0 with changes on later days, and pauses. */
export function termsOf(
  changes: readonly { readonly from: Instant; readonly value: Partial<Settings> }[] = [],
  pauses: readonly Pause[] = [],
): Terms {
  let value: Settings = DEFAULT_SETTINGS;
  const later = changes.map((change) => {
    value = { ...value, ...change.value };
    return { from: change.from, value };
  });
  return { settings: [{ from: T0, value: DEFAULT_SETTINGS }, ...later], pauses };
}
export const TERMS: Terms = termsOf();
export const IN_FORCE: InForce = { terms: TERMS, lmtPrices: BOOK.lmt };

/** Returns the value of a result; throws for a refusal. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

/** Returns the code of a refusal and checks that its text has no placeholders; 'ok' for a value. */
export function codeOf(result: Result<unknown>): Code | 'ok' {
  if (result.ok) return 'ok';
  const text = messageOf(result.refusal);
  if (/undefined|null|NaN|^ | {2}| $/.test(text)) throw new Error(`it says: ${text}`);
  return result.refusal.code;
}

/** Returns the context of a refusal; null for a value. */
export function contextOf(result: Result<unknown>): object | null {
  return result.ok ? null : result.refusal.context;
}

/** Builds a vault of 5 LMT, staked on day 0 and vesting. */
export function vestingVault(changes: Partial<Vault> = {}): Vault {
  return {
    id: 'v1',
    userId: 'u1',
    status: 'vesting',
    amount: LMT('5'),
    originalAmount: LMT('5'),
    postedRewards: lmt(0n),
    rewardsOffset: 0n,
    totalRewardsEarned: lmt(0n),
    withdrawn: lmt(0n),
    cycleNumber: 1,
    cycle: null,
    matured: false,
    vestingStartsAt: T0,
    vestingEndsAt: day(1),
    autoRestake: false,
    lastRestake: null,
    feePaid: lamports(493_500_000n),
    feeSignature: 'fee-1',
    feeFinalized: true,
    completedAt: null,
    released: false,
    voided: false,
    createdAt: T0,
    ...changes,
  };
}

/** Builds a vault of 5 LMT, activated on day 1 at 1000%: it matures on day 8, its window ends on day 9. */
export function runningVault(changes: Partial<Vault> = {}, startsAt: Instant = day(1)): Vault {
  const cycle = { startsAt, endsAt: after(startsAt, WEEK_MS), apy: DEFAULT_SETTINGS.currentApy };
  return vestingVault({ status: 'active', cycle, ...changes });
}

/** Builds a running vault with another APY in its cycle. */
export function runningAt(apy: Apy, changes: Partial<Vault> = {}): Vault {
  const vault = runningVault(changes);
  return vault.cycle ? { ...vault, cycle: { ...vault.cycle, apy } } : vault;
}

/** Builds a vault to be edited, of a user without other things. */
export function toEdit(vault: Vault, facts: Partial<VaultToEdit> = {}): VaultToEdit {
  return { vault, version: 'now', released: lmt(0n), unstaked: lmt(0n), others: [], ...facts };
}

/** Builds a bond of 49.35 SOL for 10 LMT, paid on day 0 and final. */
export function confirmedBond(changes: Partial<Bond> = {}): Bond {
  return {
    id: 'b1',
    userId: 'u1',
    token: 'SOL',
    amount: SOL('49.35'),
    lmtAmount: LMT('10'),
    unpriced: SOL('0'),
    status: 'confirmed',
    signature: 'sig-1',
    finalized: true,
    startsAt: T0,
    slot: 100,
    postedSlot: null,
    byWatcher: false,
    createdAt: T0,
    ...changes,
  };
}

/** Builds a request to bond 49.35 SOL. */
export const bondRequest = (changes: Partial<BondRequest> = {}): BondRequest => ({
  id: 'q1',
  userId: 'u1',
  token: 'SOL',
  amount: SOL('49.35'),
  ...changes,
});

/** Builds a final payment of the same amount, at T0. */
export const bondPayment = (changes: Partial<Payment> = {}): Payment => ({
  signature: 'sig-1',
  payerUserId: 'u1',
  token: 'SOL',
  amount: SOL('49.35'),
  blockTime: T0,
  slot: 100,
  finalized: true,
  ...changes,
});

/** Builds a pending request of 2 LMT for SOL, made on day 8. */
export function pendingSell(changes: Partial<Sell> = {}): Sell {
  const payout: Amount<PayToken> = SOL('8.3895');
  return {
    id: 's1',
    userId: 'u1',
    status: 'pending',
    amount: LMT('2'),
    fee: LMT('0.3'),
    payoutToken: 'SOL',
    payout,
    prices: PRICES,
    requestedAt: day(8),
    reviewedAt: null,
    settledAt: null,
    periodBefore: { sold: lmt(0n), startedAt: null },
    notes: null,
    ...changes,
  };
}

/** Builds a user with 6 LMT unstaked, one vault in its window on day 8, and no sell request. */
export function sellerOf(changes: Partial<Seller> = {}): Seller {
  return {
    userId: 'u1',
    unstaked: LMT('6'),
    period: { sold: lmt(0n), startedAt: null },
    vaults: [runningVault()],
    sells: [],
    payoutFailedAt: null,
    ...changes,
  };
}

/** Builds a sent payout of `pendingSell`, signed by the server on day 9. */
export function sentPayout(changes: Partial<Payout> = {}): Payout {
  const amount: Amount<PayToken> = SOL('8.3895');
  const { id = 'p1' } = changes;
  return {
    id,
    purpose: 'sell',
    subject: 's1',
    userId: 'u1',
    token: 'SOL',
    amount,
    rentCharged: lamports(0n),
    receiver: 'wallet',
    status: 'sent',
    isOutside: false,
    built: 'built',
    signed: 'signed',
    signature: 'signature',
    nonce: { account: `nonce of ${id}`, value: 'value' },
    builtSlot: 1,
    costs: lamports(5_000n),
    createdAt: day(9),
    expiresAt: payoutExpiry({ signature: 'signature', isOutside: false }, day(9)),
    isWithdrawing: false,
    settledAt: null,
    landedSlot: null,
    err: null,
    ...changes,
  };
}

/** Builds a quote of day 0 for 49.35 SOL: 10 LMT. */
export function storedQuote(changes: Partial<StoredQuote> = {}): StoredQuote {
  return {
    id: 'q1',
    userId: 'u1',
    token: 'SOL',
    amount: SOL('49.35'),
    lmtAmount: LMT('10'),
    prices: PRICES,
    createdAt: T0,
    expiresAt: after(T0, QUOTE_MS),
    reference: 'reference',
    endedAt: null,
    signature: null,
    ...changes,
  };
}

/** Builds a user with one running vault and 6 LMT unstaked, as the payout forecast reads them. */
export function forecastUser(changes: Partial<ForecastUser> = {}): ForecastUser {
  return {
    userId: 'u1',
    walletAddress: 'wallet-1',
    unstaked: LMT('6'),
    period: { sold: lmt(0n), startedAt: null },
    lastPayoutToken: null,
    vaults: [runningVault()],
    pendingSell: null,
    ...changes,
  };
}

/** Returns the balances after some journals, without those of 0. */
export const held = (journals: readonly Journal[]): Record<string, bigint> =>
  Object.fromEntries([...balancesAfter(journals)].filter(([, amount]) => amount !== 0n));
