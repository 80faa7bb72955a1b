import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { FeeQuoteJson } from '#contract/stakes';
import { formatAmount, lamports, min, parseAmount } from '#domain/money';

import { balanceQuery } from '../../api/balances.ts';
import { faultOf } from '../../api/fault.ts';
import { useServerNow } from '../../api/use-server-now.ts';
import { useRates } from '../../flows/vault/use-rates.ts';
import { Figure } from '../../ui/figure.tsx';
import { formatTrimmed } from '../../ui/format.ts';
import { stakeTexts } from '../../ui/texts/stake.ts';
import { minutesText } from '../../ui/times.ts';
import type { StakeOrder } from './use-stake-order.ts';

const says = stakeTexts.fee;
const SOL_DECIMALS = 6;

interface FeeBoxProps {
  readonly order: StakeOrder;
  readonly address: string;
}

/** The staking fee before it is paid. It keeps its height while one types. */
export function FeeBox({ order, address }: FeeBoxProps) {
  const { staking } = useRates();
  const { quote } = order.fee;
  return (
    <section aria-label={says.title} className="grid gap-3 rounded-control bg-raise px-4 py-3.5">
      <dl className="grid gap-1 text-sm">
        <Line name={says.whole} note={says.wholeNote(staking)}>
          <Sol value={quote?.feeSOL ?? null} />
        </Line>
        <Line name={says.credit}>
          <Sol value={quote && creditUsed(quote)} />
        </Line>
        <Line name={says.network} note={says.networkNote}>
          <Sol value={says.networkAmount} />
        </Line>
      </dl>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 border-t border-line pt-3">
        <p className="text-sm text-quiet">{says.left}</p>
        <Figure
          value={quote ? sol(quote.lamports) : '0'}
          decimals={SOL_DECIMALS}
          unit="SOL"
          size="lg"
          className={quote ? 'text-text' : 'text-faint'}
        />
      </div>
      <p role="status" className="min-h-[19px] text-sm text-quiet">
        <Held order={order} />
      </p>
      {quote && <AtBondRate quote={quote} />}
      {quote && <Short quote={quote} address={address} />}
    </section>
  );
}

interface LineProps {
  readonly name: string;
  readonly note?: string;
  readonly children: ReactNode;
}

function Line({ name, note, children }: LineProps) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-quiet">
        {name}
        {note !== undefined && <span className="text-faint"> {note}</span>}
      </dt>
      <dd className="text-right whitespace-nowrap">{children}</dd>
    </div>
  );
}

function Sol({ value }: { readonly value: string | null }) {
  if (value === null) return <span className="text-faint">–</span>;
  return <Figure value={value} decimals={SOL_DECIMALS} unit="SOL" className="font-normal" />;
}

/** Whether the fee is held, and for how long. */
function Held({ order }: { readonly order: StakeOrder }) {
  const now = useServerNow();
  const { checked, fee } = order;
  if (checked.kind !== 'right') return says.empty;
  if (fee.error) return says.failed(faultOf(fee.error).message);
  if (!fee.quote) return says.asking;
  const left = Date.parse(fee.quote.expiresAt) - now;
  const isFree = fee.quote.lamports === '0';
  return left > 0 ? `${isFree ? `${says.free} ` : ''}${says.held(minutesText(left))}` : says.asking;
}

/** The spec's own figure, for comparison. */
function AtBondRate({ quote: { display } }: { readonly quote: FeeQuoteJson }) {
  if (!display) {
    return (
      <p className="border-t border-line pt-3 text-sm text-quiet">
        {says.noBond} <span className="text-faint">{says.noBondNote}</span>
      </p>
    );
  }
  const { amount, tokenType } = display;
  return (
    <dl className="border-t border-line pt-3 text-sm">
      <Line name={says.display} note={says.displayNote}>
        <Figure value={amount} decimals={6} unit={tokenType} className="font-normal" />
      </Line>
    </dl>
  );
}

/** Said before the wallet is asked; the payment itself finds out for certain. */
function Short({ quote, address }: { readonly quote: FeeQuoteJson; readonly address: string }) {
  const { data: balance } = useQuery(balanceQuery(address, 'SOL', null));
  if (!balance || balance.spendable >= BigInt(quote.lamports)) return null;
  const held = formatTrimmed(sol(balance.spendable.toString()), SOL_DECIMALS);
  return <p className="text-sm text-amber">{says.short(held)}</p>;
}

function creditUsed({ credit, feeSOL }: FeeQuoteJson): string {
  const fee = parseAmount('SOL', feeSOL) ?? lamports(0n);
  return formatAmount('SOL', min(fee, lamports(BigInt(credit))));
}

const sol = (units: string): string => formatAmount('SOL', lamports(BigInt(units)));
