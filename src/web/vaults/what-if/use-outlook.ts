import { useQuery } from '@tanstack/react-query';

import type { EligibilityJson } from '#contract/sells/sells';
import { type Lmt, lmt, parseAmount, sub } from '#domain/base/money';
import { type Instant, after, instant } from '#domain/base/time';
import type { SellPeriod } from '#domain/sells/sell-limit';
import { SELL_PERIOD_MS, type Terms } from '#domain/terms/terms';
import { type OutcomeInput, maturedVault } from '#domain/portfolio/outcomes';

import { portfolioQuery } from '../../kernel/api/reads/user-queries.ts';
import { useTerms } from '../../kernel/api/use-settings.ts';
import { useServerNow } from '../../kernel/api/use-server-now.ts';
import { eligibilityQuery, sellsQuery, stakesQuery } from '../../kernel/api/reads/vault-queries.ts';
import { earlierSells } from '../../kernel/prices/earlier-sells.ts';
import { usePrices } from '../../kernel/prices/use-prices.ts';
import { vestedVault, windowVault } from './as-vault.ts';
import type { Asked } from './what-if-input.ts';

/** What the outcomes follow from, and the instant at which one would decide. */
interface Looked {
  readonly outlook: OutcomeInput;
  readonly at: Instant;
}

/** What is needed to compare; 'reading' until it is there, null where there is nothing to compare. */
export function useOutlook(asked: Asked): Looked | 'reading' | null {
  const { userId } = asked;
  const now = instant(Math.floor(useServerNow()));
  const terms = useTerms();
  const { data: portfolio } = useQuery(portfolioQuery(userId));
  const { data: eligibility } = useQuery(eligibilityQuery(userId));
  const { data: sells } = useQuery(sellsQuery(userId));
  const { data: stakes } = useQuery(stakesQuery(userId));
  const prices = usePrices();
  if (!terms || !portfolio || !eligibility || !sells || !stakes || !prices) return 'reading';
  const unstaked = parseAmount('LMT', portfolio.unstakedLMT) ?? lmt(0n);
  const beside = {
    payoutToken: asked.kind === 'sell' ? asked.token : ('SOL' as const),
    selling: asked.kind === 'sell' ? asked.amount : null,
    period: periodOf(eligibility),
    sells: earlierSells(sells),
    prices,
  };
  if (asked.kind === 'stake') return ofStake({ asked, unstaked, beside, terms, now });
  const stake =
    asked.kind === 'restake' ? asked.stake : stakes.find(({ phase }) => phase === 'window');
  const read = stake ? windowVault(stake, terms, now) : null;
  return read && { outlook: { ...beside, ...read, unstaked }, at: now };
}

interface Staking {
  readonly asked: Extract<Asked, { readonly kind: 'stake' }>;
  readonly unstaked: Lmt;
  readonly beside: Omit<OutcomeInput, 'vault' | 'terms' | 'unstaked'>;
  readonly terms: Terms;
  readonly now: Instant;
}

function ofStake({ asked, unstaked, beside, terms, now }: Staking): Looked | null {
  const { amount, autoRestake } = asked;
  if (amount === null || amount > unstaked) return null;
  const vault = maturedVault(vestedVault(amount, autoRestake, now), terms, now);
  const outlook = { ...beside, vault, terms, unstaked: sub(unstaked, amount) };
  return { outlook, at: vault.cycle?.endsAt ?? now };
}

/** The limit that is used, as the rules take it. */
function periodOf({ resetsAt }: EligibilityJson): SellPeriod {
  if (resetsAt === null) return { sold: lmt(0n), startedAt: null };
  return { sold: lmt(1n), startedAt: after(instant(Date.parse(resetsAt)), -SELL_PERIOD_MS) };
}
