import { type Lmt, formatAmount } from '#domain/base/money';
import { type SellPeriod, periodAt } from '#domain/sells/sell';
import { type Instant, iso } from '#domain/base/time';
import type { User } from '../auth.ts';

export function presentUser(of: {
  readonly id: string;
  readonly wallet: string;
  readonly username: string;
  readonly unstaked: Lmt;
  readonly period: SellPeriod;
  readonly createdAt: Instant;
  readonly now: Instant;
}): User {
  const { startedAt } = of.period;
  return {
    id: of.id,
    walletAddress: of.wallet,
    username: of.username,
    unstakedLMT: formatAmount('LMT', of.unstaked),
    soldThisCycle: formatAmount('LMT', periodAt(of.period, of.now).sold),
    sellLimitResetDate: startedAt === null ? null : iso(startedAt),
    createdAt: iso(of.createdAt),
  };
}
