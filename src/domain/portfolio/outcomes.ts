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
import { type SellPeriod, remainingLimit } from '../sells/sell-limit.ts';
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

/** Options for a vault in its window; the first two need no act of the user. */
export type WindowOption = 'release' | 'auto' | 'restake' | 'half' | 'sell';

/** State of a user after the window has ended and a sale is paid. */
export interface Outcome {
  readonly option: WindowOption;
  readonly staked: Lmt;
  /** Rewards earned by then; only a manual restake starts a cycle before the window ends. */
  readonly rewards: Lmt;
  readonly unstaked: Lmt;
  /** LMT sold, and its payout; both 0 if nothing is sold. */
  readonly sold: Lmt;
  readonly payout: Amount<PayToken>;
  /** LMT charged as fees. */
  readonly fees: Lmt;
  /** Rewards of the staked LMT over its whole new cycle, at the APY in force when the cycle starts. */
  readonly nextRewards: Lmt;
  /** Total worth in USD at current prices. */
  readonly worth: Usdc;
}

export interface OutcomeInput {
  /** Vault in its window: the current one, or the future one from `maturedVault`. */
  readonly vault: Vault;
  /** Unstaked LMT of the user. */
  readonly unstaked: Lmt;
  readonly payoutToken: PayToken;
  /** Amount to sell; null for the limit after half was unstaked. */
  readonly selling: Lmt | null;
  readonly period: SellPeriod;
  readonly sells: readonly EarlierSell[];
  readonly terms: Terms;
  readonly prices: Prices;
}

/** Returns a stake made now and activated when vested, in its state at maturity. */
export function maturedVault(vesting: Vault, terms: Terms, now: Instant): Vault {
  const startsAt = after(now, VESTING_MS);
  const apy = currentApy(settingsAt(terms, startsAt));
  const cycle = { startsAt, endsAt: after(startsAt, CYCLE_MS), apy };
  return catchUp({ ...vesting, status: 'active', cycle }, terms, cycle.endsAt).next;
}

/**
 * Returns the outcome of each option by the rules that decide it. Empty if the window is closed or extended
 * by a pause. Uses today's prices, because later ones are unknown.
 *
 * @param at instant within the window: now, or the maturity of a future vault
 */
export function outcomes(
  of: OutcomeInput,
  options: readonly WindowOption[],
  at: Instant,
): Outcome[] {
  const end = windowEndsAt(of.vault, of.terms);
  if (end === null || end <= at) return [];
  return options.flatMap((option) => {
    const gone = go(option, of, at);
    return gone === null ? [] : [outcomeOf({ option, of, gone, end, at })];
  });
}

/** Applies an option; null if it is impossible. */
function go(
  option: WindowOption,
  { vault, terms, selling }: OutcomeInput,
  at: Instant,
): Change<Vault> | null {
  switch (option) {
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
      if (option === 'sell' && selling !== null) return unchanged(vault);
      const done = unstake({ vault, amount: withdrawable(vault) }, terms, at);
      return done.ok ? done.value : null;
    }
  }
}

function outcomeOf({
  option,
  of,
  gone,
  end,
  at,
}: {
  readonly option: WindowOption;
  readonly of: OutcomeInput;
  readonly gone: Change<Vault>;
  readonly end: Instant;
  readonly at: Instant;
}): Outcome {
  const { terms, prices, payoutToken, sells, period } = of;
  const settings = settingsAt(terms, at);
  const before = unstakedAfter(of.vault.userId, of.unstaked, gone.journals);
  const most = remainingLimit(before, period, at);
  const sold = option === 'sell' ? min(of.selling ?? most, most) : lmt(0n);
  const sale = previewSell({ amount: sold, payoutToken }, { sells, settings, prices, now: at });
  const { next, journals } = followedBy(gone, catchUp(gone.next, terms, end));
  const rewards = rewardsAt(next, end);
  const unstaked = sub(unstakedAfter(of.vault.userId, of.unstaked, journals), sold);
  const charged = journals.map(({ postings }) => lmt(feesIn(postings, 'LMT')));
  return {
    option,
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
