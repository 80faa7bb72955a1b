import { presentBond } from '#contract/present/bond';
import { presentItem } from '#contract/present/item';
import { presentSell } from '#contract/present/sell';
import { presentStake } from '#contract/present/stake';
import type { Analytics, HistoryJson, Portfolio } from '#contract/portfolio';
import type { EligibilityJson, SellJson } from '#contract/sells';
import { isOpenBond } from '#domain/bonds/bond';
import type { NumberedItem } from '#domain/base/change';
import { messageOf } from '#domain/base/errors';
import {
  APY_DECIMALS,
  type Apy,
  type Token,
  formatAmount,
  formatDecimal,
  lamports,
  lmt,
  usdc,
} from '#domain/base/money';
import { totalsOf } from '#domain/user/portfolio';
import { valueInUsd } from '#domain/terms/price';
import {
  type Sell,
  isOpenSell,
  limitResetsAt,
  remainingLimit,
  sellEligibility,
} from '#domain/sells/sell';
import { type Instant, iso, isoOrNull } from '#domain/base/time';
import { lmtValue } from '#domain/treasury/treasury';
import { type VaultEntry, realisedCycles, realisedYield } from '#domain/vaults/yield';

import { demoTexts } from '../texts/demo.ts';
import type { DemoAccount } from './account.ts';
import { DEMO_ADDRESS } from './keys.ts';

const SOL_DECIMALS = 9;
const RECENT = 5;

export function portfolioOf(account: DemoAccount, now: Instant): Portfolio {
  const { unstaked, bonds, vaults, inEscrow, terms } = account;
  const totals = totalsOf({ unstaked, bonds, vaults, inEscrow }, now);
  const worth = lmtValue(totals.all, account.pricesAt(now).lmt);
  return {
    totalStaked: formatAmount('LMT', totals.staked),
    unstakedLMT: formatAmount('LMT', unstaked),
    pendingRewards: formatAmount('LMT', totals.pendingRewards),
    totalEarnings: formatAmount('LMT', totals.earned),
    inBonding: formatAmount('LMT', totals.inBonding),
    inEscrow: formatAmount('LMT', inEscrow),
    totalLMT: formatAmount('LMT', totals.all),
    totalValueUSD: formatAmount('USDC', worth),
    feeCredit: formatAmount('SOL', lamports(0n)),
    activeBonds: bonds.filter(isOpenBond).map((bond) => presentBond(bond, now)),
    activeStakes: vaults
      .filter(({ status }) => status !== 'completed')
      .map((vault) => presentStake(vault, terms, now)),
    recentTransactions: account.items.slice(0, RECENT).map(presentItem),
  };
}

export function historyOf(account: DemoAccount): HistoryJson {
  const { items } = account;
  const counted = items.filter(({ status }) => status !== 'failed');
  const fee = ({ feeToken, fee }: NumberedItem) => [feeToken, fee] as const;
  const moved = ({ token, amount }: NumberedItem) => [token, amount] as const;
  const usd = (of: typeof fee) =>
    formatAmount(
      'USDC',
      usdc(counted.reduce((total, item) => total + usdOf(account, item.at, ...of(item)), 0n)),
    );
  return {
    all: items.map(presentItem),
    summary: {
      totalTransactions: items.length,
      totalFees: usd(fee),
      totalVolume: usd(moved),
      feesByToken: sumsOf(counted.map(fee)),
      volumeByToken: sumsOf(counted.map(moved)),
    },
  };
}

function usdOf(account: DemoAccount, at: Instant, token: Token, amount: bigint): bigint {
  if (token === 'USDC') return amount;
  const { lmt: price, sol } = account.pricesAt(at);
  return token === 'LMT' ? lmtValue(lmt(amount), price) : valueInUsd(amount, SOL_DECIMALS, sol);
}

function sumsOf(amounts: readonly (readonly [Token, bigint])[]): Record<Token, string> {
  const of = (wanted: Token) =>
    amounts.reduce((total, [token, amount]) => (token === wanted ? total + amount : total), 0n);
  return {
    LMT: formatAmount('LMT', lmt(of('LMT'))),
    SOL: formatAmount('SOL', lamports(of('SOL'))),
    USDC: formatAmount('USDC', usdc(of('USDC'))),
  };
}

const percent = (apy: Apy): string => formatDecimal(apy, APY_DECIMALS);

export function analyticsOf(account: DemoAccount): Analytics {
  const entries = account.journals.flatMap(({ kind, at, postings }): VaultEntry[] =>
    postings.flatMap(({ account: { kind: held, ref }, amount }) =>
      held === 'vault' && ref !== null ? [{ vaultId: ref, kind, at, amount }] : [],
    ),
  );
  const restakes = entries.filter(({ kind }) => kind === 'restaked');
  const cycles = realisedCycles(
    entries.toSorted((a, b) => a.at - b.at),
    restakes,
    account.terms,
  );
  const { rewards, apyShown, apyReceived } = realisedYield(cycles);
  const feesOf = (wanted: NumberedItem['type']) =>
    sumsOf(
      account.items.filter(({ type }) => type === wanted).map((i) => [i.feeToken, i.fee] as const),
    );
  const bonds = account.bonds.map((bond) => [bond.token, bond.amount] as const);
  const bonded = account.bonds.map((bond) => ['LMT', bond.lmtAmount] as const);
  return {
    cycles: cycles.map((cycle) => ({
      stakeId: cycle.vaultId,
      cycleNumber: cycle.cycleNumber,
      startedAt: iso(cycle.startsAt),
      endedAt: iso(cycle.endsAt),
      principal: formatAmount('LMT', cycle.principal),
      rewards: formatAmount('LMT', cycle.rewards),
      apyShown: percent(cycle.apyShown),
      apyReceived: percent(cycle.apyReceived),
    })),
    realised: {
      rewards: formatAmount('LMT', rewards),
      apyShown: apyShown === null ? null : percent(apyShown),
      apyReceived: apyReceived === null ? null : percent(apyReceived),
    },
    feesPaid: {
      restake: feesOf('restake').LMT,
      withdraw: feesOf('withdraw').LMT,
      sell: feesOf('sell').LMT,
      stake: feesOf('stake').SOL,
    },
    bonded: sumsOf([...bonds, ...bonded]),
  };
}

export function sellOf(account: DemoAccount, sell: Sell, now: Instant): SellJson {
  const wallet = DEMO_ADDRESS;
  const shown = { sell, wallet, username: demoTexts.wallet, place: account.placeOf(sell) };
  return presentSell(shown, account.payouts.get(sell.id), now);
}

export function eligibilityOf(account: DemoAccount, now: Instant): EligibilityJson {
  const seller = account.seller(now);
  const { unstaked, period } = seller;
  const eligible = sellEligibility(seller, account.terms, now);
  const refusal = eligible.ok ? null : eligible.refusal;
  return {
    eligible: eligible.ok,
    reason: refusal && messageOf(refusal),
    code: refusal && refusal.code,
    possibleAt: refusal?.code === 'SELL_NOT_MATURED' ? refusal.context.possibleAt : null,
    available: formatAmount('LMT', unstaked),
    remainingLimit: formatAmount('LMT', remainingLimit(unstaked, period, now)),
    resetsAt: isoOrNull(limitResetsAt(period, now)),
    pending: account.sells.some(isOpenSell),
  };
}
