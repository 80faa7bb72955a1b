import { followedBy, unchanged, type Change } from '../base/change.ts';
import { feesIn } from '../base/ledger.ts';
import {
  type Amount,
  type Lmt,
  type PayToken,
  type Usdc,
  lmt,
  min,
  sub,
  sum,
  usdc,
} from '../base/money.ts';
import { type Instant, after } from '../base/time.ts';
import { type SellPeriod, remainingLimit } from '../sells/sell.ts';
import { type EarlierSell, previewSell } from '../sells/sell-preview.ts';
import { currentApy } from '../terms/apy.ts';
import { type Prices, lmtValue, worthInUsd } from '../terms/price.ts';
import { CYCLE_MS, type Terms, VESTING_MS, settingsAt } from '../terms/terms.ts';
import {
  type Vault,
  cycleRewards,
  rewardsAt,
  windowEndsAt,
  withdrawable,
} from '../vaults/vault.ts';
import { catchUp, unstakedAfter } from '../vaults/vault-catch-up.ts';
import { restake, unstake } from '../vaults/vault-window.ts';

/** What can be done with a vault in its window; the first two are done by doing nothing. */
export type Way = 'release' | 'auto' | 'restake' | 'half' | 'sell';

/** How a user stands once the window has ended and a sale is paid. */
export interface Outcome {
  readonly way: Way;
  readonly staked: Lmt;
  /** What that has earned by then: only a restake by hand starts a cycle before the window ends. */
  readonly rewards: Lmt;
  readonly unstaked: Lmt;
  /** LMT that was sold, and what is paid for it; both 0 where nothing is. */
  readonly sold: Lmt;
  readonly payout: Amount<PayToken>;
  /** LMT that fees take. */
  readonly fees: Lmt;
  /** What is staked earns this in the whole of its new cycle, at the APY in force when that starts. */
  readonly nextRewards: Lmt;
  /** All of it in USD at the prices of now. */
  readonly worth: Usdc;
}

export interface Outlook {
  /** In its window: as it is, or as `maturedVault` says that it will be. */
  readonly vault: Vault;
  /** The user's LMT beside it. */
  readonly unstaked: Lmt;
  readonly payoutToken: PayToken;
  /** The amount to sell; null for as much as the limit allows after half was unstaked. */
  readonly selling: Lmt | null;
  readonly period: SellPeriod;
  readonly sells: readonly EarlierSell[];
  readonly terms: Terms;
  readonly prices: Prices;
}

/** A stake that is made now and activated as soon as it has vested, as it will be when it has matured. */
export function maturedVault(vesting: Vault, terms: Terms, now: Instant): Vault {
  const startsAt = after(now, VESTING_MS);
  const apy = currentApy(settingsAt(terms, startsAt));
  const cycle = { startsAt, endsAt: after(startsAt, CYCLE_MS), apy };
  return catchUp({ ...vesting, status: 'active', cycle }, terms, cycle.endsAt).next;
}

/**
 * Where each way leads, by the very rules that decide it when it is gone; none while a pause holds the
 * window open, or it has closed. Prices are those of now, because later ones are unknown.
 *
 * @param at within the window: now, or when a vault of the future has matured
 */
export function outcomes(of: Outlook, ways: readonly Way[], at: Instant): Outcome[] {
  const end = windowEndsAt(of.vault, of.terms);
  if (end === null || end <= at) return [];
  return ways.flatMap((way) => {
    const gone = go(way, of, at);
    return gone === null ? [] : [outcomeOf({ way, of, gone, end, at })];
  });
}

/** What is done in the window; null where it can't be. */
function go(way: Way, { vault, terms, selling }: Outlook, at: Instant): Change<Vault> | null {
  switch (way) {
    case 'release':
      return unchanged({ ...vault, autoRestake: false });
    case 'auto':
      return unchanged({ ...vault, autoRestake: true });
    case 'restake': {
      const done = restake(vault, terms, at);
      return done.ok ? done.value : null;
    }
    case 'sell':
    case 'half': {
      if (way === 'sell' && selling !== null) return unchanged(vault);
      const done = unstake({ vault, amount: withdrawable(vault) }, terms, at);
      return done.ok ? done.value : null;
    }
  }
}

function outcomeOf({
  way,
  of,
  gone,
  end,
  at,
}: {
  readonly way: Way;
  readonly of: Outlook;
  readonly gone: Change<Vault>;
  readonly end: Instant;
  readonly at: Instant;
}): Outcome {
  const { terms, prices, payoutToken, sells, period } = of;
  const settings = settingsAt(terms, at);
  const before = unstakedAfter(of.vault.userId, of.unstaked, gone.journals);
  const most = remainingLimit(before, period, at);
  const sold = way === 'sell' ? min(of.selling ?? most, most) : lmt(0n);
  const sale = previewSell({ amount: sold, payoutToken }, { sells, settings, prices, now: at });
  const { next, journals } = followedBy(gone, catchUp(gone.next, terms, end));
  const rewards = rewardsAt(next, end);
  const unstaked = sub(unstakedAfter(of.vault.userId, of.unstaked, journals), sold);
  const charged = journals.map(({ postings }) => lmt(feesIn(postings, 'LMT')));
  return {
    way,
    staked: next.amount,
    rewards,
    unstaked,
    sold,
    payout: sale.payout,
    fees: sum([...charged, sale.fee]),
    nextRewards: cycleRewards(next.amount, next.cycle?.apy ?? currentApy(settings)),
    worth: usdc(
      lmtValue(sum([next.amount, rewards, unstaked]), prices.lmt) +
        worthInUsd(payoutToken, sale.payout, prices),
    ),
  };
}
