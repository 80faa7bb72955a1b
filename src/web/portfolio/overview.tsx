import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy } from 'react';
import { Link } from 'wouter';

import type { Portfolio } from '#contract/portfolio/portfolio';
import type { ProtocolSettings } from '#contract/terms/protocol';
import {
  LMT_PRICE_DECIMALS,
  formatAmount,
  lmt,
  lmtPrice,
  parseAmount,
  parseDecimal,
} from '#domain/base/money';
import { lmtValue } from '#domain/terms/price';
import type { EligibilityJson } from '#contract/sells/sells';

import { protocolSettingsQuery } from '../kernel/api/queries.ts';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { formatPercent, isZero } from '../kernel/ui/format/format.ts';
import { Legend } from '../kernel/ui/charts/legend.tsx';
import { PALETTE } from '../kernel/ui/charts/palette.ts';
import { SegmentBar } from '../kernel/ui/charts/segment-bar.tsx';
import { Skeleton } from '../kernel/ui/cards/skeleton.tsx';
import { Stat } from '../kernel/ui/cards/stat.tsx';
import { protocolTexts } from '../kernel/prices/protocol-texts.ts';
import { portfolioTexts as says, portfolioTexts } from '../kernel/ui/texts/portfolio-texts.ts';
import { usePaused } from '../kernel/api/use-paused.ts';
import { eligibilityQuery, stakesQuery } from '../kernel/api/reads/vault-queries.ts';
import { buttonClass } from '../kernel/ui/forms/button-class.ts';
import { amountText } from '../kernel/ui/format/digits.ts';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { dateTimeText } from '../kernel/ui/format/times.ts';

const Curve = lazy(() => import('./curve.tsx'));

interface OverviewProps {
  readonly portfolio: Portfolio;
  readonly userId: string;
}

/** What it is all worth, what it earns, and in which parts it is. */
export function Overview({ portfolio, userId }: OverviewProps) {
  const { data: settings } = useQuery(protocolSettingsQuery());
  const { totalLMT, totalEarnings } = portfolio;
  return (
    <div className="grid gap-5">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-end">
        <Stat
          label={says.total}
          value={<Figure value={portfolio.totalValueUSD} prefix="$" size="xl" />}
          note={<Figure value={totalLMT} unit="LMT" className="font-normal text-quiet" />}
        />
        {!isZero(totalLMT) && (
          <Suspense fallback={<Skeleton rows={3} />}>
            <Curve userId={userId} />
          </Suspense>
        )}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-8 gap-y-4 sm:flex sm:flex-wrap">
        {!isZero(totalEarnings) && <Earned earned={totalEarnings} settings={settings} />}
        {settings && <ApyAndPrice settings={settings} />}
      </div>
      <Breakdown portfolio={portfolio} />
      <SellWay userId={userId} />
    </div>
  );
}

interface EarnedProps {
  readonly earned: string;
  readonly settings: ProtocolSettings | undefined;
}

function Earned({ earned, settings }: EarnedProps) {
  const units = settings ? parseDecimal(settings.lmtPriceUSDC, LMT_PRICE_DECIMALS) : null;
  const amount = parseAmount('LMT', earned) ?? lmt(0n);
  const value = units === null ? null : formatAmount('USDC', lmtValue(amount, lmtPrice(units)));
  return (
    <Stat
      label={says.earned}
      value={<Figure value={earned} unit="LMT" signed className="text-lg text-accent" />}
      note={<Figure value={value} prefix="$" className="font-normal" />}
    />
  );
}

function ApyAndPrice({ settings }: { readonly settings: ProtocolSettings }) {
  const { currentAPY, lmtPriceUSDC, weeklyPriceIncrease } = settings;
  return (
    <>
      <Stat
        label={says.apy}
        value={<Figure value={currentAPY} unit="%" className="text-lg" />}
        note={<Badge>{says.backed}</Badge>}
      />
      <Stat
        label={says.price}
        value={<Figure value={lmtPriceUSDC} prefix="$" className="text-lg" />}
        note={
          <span className="text-accent">
            {protocolTexts.weekly(formatPercent(weeklyPriceIncrease))}
          </span>
        }
      />
    </>
  );
}

/** The spec's three parts always, what is on its way in or out where there is any. */
function Breakdown({ portfolio }: { readonly portfolio: Portfolio }) {
  const all = [
    { label: says.staked, value: portfolio.totalStaked, colour: PALETTE[0], isAlways: true },
    { label: says.rewards, value: portfolio.pendingRewards, colour: PALETTE[3], isAlways: true },
    { label: says.unstaked, value: portfolio.unstakedLMT, colour: PALETTE[1], isAlways: true },
    { label: says.bonding, value: portfolio.inBonding, colour: PALETTE[4], isAlways: false },
    { label: says.escrow, value: portfolio.inEscrow, colour: PALETTE[2], isAlways: false },
  ];
  const parts = all.filter(({ value, isAlways }) => isAlways || !isZero(value));
  const legend = parts.map(({ label, value, colour }) => ({
    label,
    colour,
    value: <Figure value={value} unit="LMT" />,
  }));
  return (
    <div className="grid gap-3">
      <SegmentBar label={says.breakdown} segments={parts} />
      <Legend items={legend} />
    </div>
  );
}

const { sell } = portfolioTexts;

/** The way to the Sell screen, or why there is none now. */
function SellWay({ userId }: { readonly userId: string }) {
  const { data, isError } = useQuery(eligibilityQuery(userId));
  const { data: stakes } = useQuery(stakesQuery(userId));
  const isPaused = usePaused();
  if (!data) {
    return isError ? <Notice>{sell.failed}</Notice> : <Skeleton items={1} />;
  }
  const reason = isPaused ? sell.paused : reasonOf(data);
  // After a rejected request LMT can be sold without an open window.
  const isInWindow = stakes?.some(({ phase }) => phase === 'window') ?? false;
  const rule = isInWindow ? ` ${sell.window}` : '';
  if (reason === null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="min-w-0 flex-1 basis-60 text-quiet">
          {sell.hint(amountText('LMT', data.remainingLimit))}
          {rule}
        </p>
        <Link href="/sell" className={buttonClass({})}>
          {sell.button}
        </Link>
      </div>
    );
  }
  return (
    <Notice title={sell.not}>
      <span className="text-quiet">{reason}</span>{' '}
      {data.pending && (
        <Link href="/sell" className="text-accent underline underline-offset-3">
          {sell.show}
        </Link>
      )}
    </Notice>
  );
}

/** Why no request can be made; null where one can. */
function reasonOf(of: EligibilityJson): string | null {
  if (of.pending) return sell.pending;
  if (!of.eligible) {
    const when = of.possibleAt === null ? '' : `. ${sell.from(dateTimeText(of.possibleAt))}`;
    return `${of.reason ?? ''}${when}`;
  }
  return of.resetsAt === null ? null : sell.limit(dateTimeText(of.resetsAt));
}
