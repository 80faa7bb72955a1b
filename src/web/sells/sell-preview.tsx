import {
  DECIMALS,
  LMT_PRICE_DECIMALS,
  type PayToken,
  formatAmount,
  formatDecimal,
} from '#domain/base/money';
import { type Prices, lmtPriceInSol } from '#domain/terms/price';
import { iso } from '#domain/base/time';

import { SolDoubt } from '../kernel/prices/sol-doubt.tsx';
import { Worth } from '../kernel/prices/worth.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { PreviewLine } from '../kernel/ui/tables/preview-line.tsx';
import { amountText } from '../kernel/ui/format/digits.ts';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { sellTexts } from './sell-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import type { SellOrder } from './use-sell-order.ts';

const { preview: words } = sellTexts;

interface SellPreviewProps {
  readonly order: SellOrder;
  readonly token: PayToken;
}

/** What the request would bring and take. It keeps its height while one types. */
export function SellPreview({ order, token }: SellPreviewProps) {
  const { preview, rent, feeText, current } = order;
  const prices = preview?.prices ?? current;
  return (
    <section aria-label={words.title} className="grid gap-3 rounded-control bg-raise px-4 py-3.5">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <div>
          <p className="text-sm text-quiet">{words.title}</p>
          <p className="mt-1">
            <Figure
              value={rent ? payoutText(token, rent.received) : '0'}
              digits="fine"
              unit={token}
              size="lg"
              className={preview ? 'text-text' : 'text-faint'}
            />
          </p>
          <p className="mt-1 min-h-[19px] text-sm">
            <Worth token={token} amount={rent && payoutText(token, rent.received)} />
          </p>
        </div>
        <p className="text-sm text-accent">{words.when}</p>
      </div>
      <dl className="grid gap-1 border-t border-line pt-3 text-sm">
        <PreviewLine name={words.fee(feeText ?? '…')}>
          <Lmt amount={preview && `-${formatAmount('LMT', preview.fee)}`} />
        </PreviewLine>
        <PreviewLine name={words.net}>
          <Lmt amount={preview && formatAmount('LMT', preview.net)} />
        </PreviewLine>
        <PreviewLine name={words.price}>
          {prices && <Figure {...priceFigure(token, prices)} nearest className="font-normal" />}
          {prices && token === 'SOL' && <SolDoubt />}
        </PreviewLine>
        {rent && rent.charged > 0n && (
          <PreviewLine name={words.account}>
            <Figure
              value={`-${payoutText(token, rent.charged)}`}
              digits="exact"
              unit={token}
              className="font-normal"
            />
          </PreviewLine>
        )}
        <PreviewLine name={words.network}>{words.networkNone}</PreviewLine>
      </dl>
      <p className="text-sm text-quiet">{preview ? words.moving : words.empty}</p>
      {rent && rent.charged > 0n && <p className="text-sm text-quiet">{words.accountNote}</p>}
      {order.isRentUnknown && <p className="text-sm text-quiet">{words.accountUnknown}</p>}
      <Capped order={order} token={token} />
    </section>
  );
}

/** Said where a cancelled request holds the payout down. */
function Capped({ order: { current, preview }, token }: SellPreviewProps) {
  if (!current || !preview || preview.cappedUntil === null) return null;
  const { value } = priceFigure(token, current);
  const until = dateTimeText(iso(preview.cappedUntil));
  return (
    <Notice tone="time" title={words.cappedTitle}>
      {words.capped(`${amountText(token, value, 'fine')} ${token}`, until)}
    </Notice>
  );
}

function Lmt({ amount }: { readonly amount: string | null }) {
  if (amount === null) return '–';
  return (
    <>
      <Figure value={amount} unit="LMT" className="font-normal" />{' '}
      <Worth token="LMT" amount={amount} />
    </>
  );
}

function priceFigure(token: PayToken, prices: Prices) {
  const value =
    token === 'SOL'
      ? formatAmount('SOL', lmtPriceInSol(prices))
      : formatDecimal(prices.lmt, LMT_PRICE_DECIMALS);
  return { value, unit: token, digits: 'fine' } as const;
}

/** A payout in its wire form. */
export function payoutText(token: PayToken, payout: bigint): string {
  return formatDecimal(payout, DECIMALS[token]);
}
