import {
  type Account,
  type Expected,
  PAUSED,
  type Period,
  type Sell,
  lmtItem,
  refused,
} from './account.ts';
import {
  DAY,
  MILLION,
  type PayToken,
  type Prices,
  WEEK,
  amount as shown,
  decimal,
  inLmt,
  iso,
  isoOrNull,
  shownPrice,
  up,
  worth,
} from './arithmetic.ts';
import { type Moment, type Terms, isPaused, pricesAt, settingsAt } from './terms.ts';
import { phaseOf } from './vault-figures.ts';
import { age } from './vaults.ts';

const LEAST = { SOL: 10_000_000n, USDC: 2_000_000n } as const;

/** Instant at which the limit resets; null if it already has. */
function resetsAt({ sold, startedAt }: Period, now: number): number | null {
  return startedAt !== null && sold > 0n && now < startedAt + WEEK ? startedAt + WEEK : null;
}

const isOpen = ({ status, settled }: Sell): boolean =>
  status === 'pending' || (status === 'approved' && !settled);

const REASONS: Readonly<Record<string, string>> = {
  SELL_NO_UNSTAKED: 'No unstaked LMT',
  SELL_NOT_MATURED: 'Vaults not yet matured (7-day period incomplete)',
  SELL_WINDOW_EXPIRED: '24-hour restaking window expired',
  SELL_NO_VAULTS: 'No active vaults',
};

/** Reason why a user with up-to-date vaults may not sell, and from when they may; null if they may now. */
function notEligible(
  account: Account,
  now: number,
): { code: string; possibleAt: number | null } | null {
  const vaults = account.vaults.filter(({ deleted }) => !deleted);
  const phases = vaults.map((vault) => phaseOf(vault, now));
  const again = account.sells.some(
    ({ status, reviewedAt }) =>
      status === 'rejected' && reviewedAt !== null && now < reviewedAt + DAY,
  );
  if (again || phases.includes('window')) {
    return account.unstaked > 0n ? null : { code: 'SELL_NO_UNSTAKED', possibleAt: null };
  }
  if (phases.some((phase) => phase !== 'completed')) {
    const ends = vaults.flatMap(({ cycle, completedAt }) =>
      cycle && completedAt === null ? [cycle.to] : [],
    );
    const possibleAt = ends.length === 0 ? null : Math.min(...ends);
    return { code: 'SELL_NOT_MATURED', possibleAt };
  }
  const isExpired = vaults.some(
    ({ released, completedAt }) => released && completedAt !== null && now < completedAt + WEEK,
  );
  return { code: isExpired ? 'SELL_WINDOW_EXPIRED' : 'SELL_NO_VAULTS', possibleAt: null };
}

export function showEligibility(account: Account, terms: Terms, now: number) {
  age(account, terms, now);
  const reason = notEligible(account, now);
  const reset = resetsAt(account.period, now);
  return {
    eligible: reason === null,
    code: reason?.code ?? null,
    reason: reason && REASONS[reason.code],
    possibleAt: isoOrNull(reason?.possibleAt ?? null),
    available: inLmt(account.unstaked),
    remainingLimit: inLmt(limitOf(account, now)),
    resetsAt: isoOrNull(reset),
    pending: account.sells.some(isOpen),
  };
}

/** Sell limit: half of the unstaked balance, once in seven days. */
export const limitOf = ({ period, unstaked }: Account, now: number): bigint =>
  resetsAt(period, now) === null ? unstaked / 2n : 0n;

interface Priced {
  readonly payout: bigint;
  readonly prices: Prices;
}

/** Caps the price per LMT at that of a request cancelled within a week. */
function priced(
  { sells }: Account,
  {
    token,
    amount,
    net,
    of,
    now,
  }: { token: PayToken; amount: bigint; net: bigint; of: Prices; now: number },
): Priced {
  let best: Priced = { payout: worth(token, net, of), prices: of };
  for (const sell of sells) {
    if (sell.status !== 'cancelled' || sell.reviewedAt === null) continue;
    if (now >= sell.reviewedAt + WEEK) continue;
    const then = inToken(sell.payout * amount, { from: sell.token, to: token, sol: of.sol });
    const payout = then.units / (sell.amount * then.per);
    if (payout >= best.payout) continue;
    const lmt =
      token === 'SOL' ? up(payout * of.sol, 10_000_000n * net) : up(payout * 100_000_000n, net);
    best = { payout, prices: { lmt, sol: of.sol } };
  }
  return best;
}

/** Converts units between tokens at a SOL price, as numerator and denominator of a single division. */
function inToken(
  units: bigint,
  { from, to, sol }: { readonly from: PayToken; readonly to: PayToken; readonly sol: bigint },
) {
  const scale = 1_000_000_000_000_000n;
  if (from === to) return { units, per: 1n };
  return from === 'SOL' ? { units: units * sol, per: scale } : { units: units * scale, per: sol };
}

export interface SellAsked extends Moment {
  readonly amount: bigint;
  readonly token: PayToken;
}

/** Moves LMT to escrow, and fixes price, fee and payout. */
export function requestSell(account: Account, { amount, token, terms, now }: SellAsked): Expected {
  if (isPaused(terms, now)) return PAUSED;
  age(account, terms, now);
  if (account.sells.some(isOpen)) return refused(409, 'SELL_PENDING');
  const cancelled = account.sells.filter(
    ({ status, reviewedAt }) => status === 'cancelled' && now < (reviewedAt ?? 0) + DAY,
  );
  if (cancelled.length >= 100) return refused(409, 'TOO_OFTEN');
  const reason = notEligible(account, now);
  if (reason) return refused(409, reason.code);
  if (amount === 0n) return refused(422, 'AMOUNT_NOT_POSITIVE');
  const limit = limitOf(account, now);
  if (amount > limit) {
    const reset = isoOrNull(resetsAt(account.period, now));
    return refused(422, 'SELL_LIMIT', { remaining: inLmt(limit), resetsAt: reset });
  }
  const fee = up(amount * settingsAt(terms, now).sellFee, MILLION);
  const { payout, prices } = priced(account, {
    token,
    amount,
    net: amount - fee,
    of: pricesAt(terms, now),
    now,
  });
  if (payout < LEAST[token]) {
    return refused(422, 'BELOW_MINIMUM', { minimum: shown(token, LEAST[token]) });
  }
  const sell: Sell = {
    id: '',
    amount,
    fee,
    token,
    payout,
    prices,
    requestedAt: now,
    reviewedAt: null,
    status: 'pending',
    signature: null,
    withdrawn: false,
    settled: false,
    before: account.period,
  };
  account.unstaked -= amount;
  account.period = { sold: amount, startedAt: now };
  account.sells.push(sell);
  account.items.push(lmtItem('sell', { at: now, amount, fee, of: sell }));
  return { status: 201, body: showSell(sell, now) };
}

export function showSell(sell: Sell, now: number): Record<string, unknown> {
  const { token, prices } = sell;
  const answerBy = sell.requestedAt + 2 * DAY;
  return {
    ...(sell.id === '' ? {} : { id: sell.id }),
    lmtAmount: inLmt(sell.amount),
    lmtPrice: shownPrice(token, prices),
    fixedPrices: { lmtUSDC: shown('USDC', prices.lmt), solUSD: decimal(prices.sol, 12) },
    sellFee: inLmt(sell.fee),
    netLMT: inLmt(sell.amount - sell.fee),
    payoutAmount: shown(token, sell.payout),
    payoutCurrency: token,
    status: sell.status,
    requestedAt: iso(sell.requestedAt),
    reviewedAt: isoOrNull(sell.reviewedAt),
    payout: showPayout(sell),
    queue: sell.status === 'pending' ? { answerBy: iso(answerBy), overdue: now >= answerBy } : null,
  };
}

/** Newest payout of a request; null if none was made. */
function showPayout({ token, payout, signature, settled, withdrawn }: Sell) {
  if (signature === null && !withdrawn) return null;
  const paid = settled ? 'finalized' : 'sent';
  return { status: signature === null ? 'withdrawn' : paid, amount: shown(token, payout) };
}

/** Cancels or rejects a request; restores LMT and period. */
export function returnSell(
  account: Account,
  sell: Sell,
  { status, now }: { readonly status: 'cancelled' | 'rejected'; readonly now: number },
): Expected {
  if (sell.status !== status) {
    if (sell.status !== 'pending') return refused(409, 'SELL_DECIDED', { status: sell.status });
    sell.status = status;
    sell.reviewedAt = now;
    account.unstaked += sell.amount;
    account.period = sell.before;
  }
  return { status: 200, body: showSell(sell, now) };
}

export function cancelSell(account: Account, sell: Sell, { terms, now }: Moment): Expected {
  return isPaused(terms, now) ? PAUSED : returnSell(account, sell, { status: 'cancelled', now });
}

/** Sends the payout; its LMT is burned when it is final. */
export function approveSell(sell: Sell, now: number): Expected {
  if (sell.status === 'pending') {
    sell.status = 'approved';
    sell.reviewedAt = now;
  } else if (sell.status !== 'approved') {
    return refused(409, 'SELL_DECIDED', { status: sell.status });
  }
  const { payout: _, ...body } = showSell(sell, now);
  return { status: 200, body };
}
