import type { PayToken } from '#domain/base/money';

import { faultOf } from '../kernel/api/fault.ts';
import { useServerNow } from '../kernel/api/use-server-now.ts';
import { heldText } from '../kernel/pay/held-text.ts';
import { NetworkFee } from '../kernel/pay/network-fee.tsx';
import { SolDoubt } from '../kernel/prices/sol-doubt.tsx';
import { Worth } from '../kernel/prices/worth.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { PreviewLine } from '../kernel/ui/tables/preview-line.tsx';
import { bondTexts } from './bond-texts.ts';
import { payTexts } from '../kernel/pay/pay-texts.ts';
import type { BondOrder } from './use-bond-order.ts';

interface PreviewProps {
  readonly order: BondOrder;
  readonly token: PayToken;
  /** The wallet's address. */
  readonly payer: string;
}

/** What the payment buys, before it is made. It keeps its height while one types. */
export function Preview({ order, token, payer }: PreviewProps) {
  const { preview } = bondTexts;
  const { checked, lmtAmount } = order;
  const isReady = checked.kind === 'right' && lmtAmount !== null;
  return (
    <section aria-label={preview.title} className="grid gap-3 rounded-control bg-raise px-4 py-3.5">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <div>
          <p className="text-sm text-quiet">{preview.title}</p>
          <p className="mt-1">
            <Figure
              value={isReady ? lmtAmount : '0'}
              unit="LMT"
              size="lg"
              className={isReady ? 'text-text' : 'text-faint'}
            />
          </p>
          <p className="mt-1 min-h-[19px] text-sm">
            <Worth token="LMT" amount={isReady ? lmtAmount : null} />
          </p>
        </div>
        <p className="text-sm text-accent">{preview.available}</p>
      </div>
      <dl className="grid gap-1 border-t border-line pt-3 text-sm">
        <PreviewLine name={preview.rate}>
          <Rate order={order} token={token} />
        </PreviewLine>
        <PreviewLine name={preview.free}>{preview.none}</PreviewLine>
        <PreviewLine name={preview.fee} note={preview.feeNote}>
          <NetworkFee payer={payer} transfer={order.live.quote ?? null} />
        </PreviewLine>
      </dl>
      <p className="min-h-[19px] text-sm text-quiet">
        <Lock order={order} />
      </p>
    </section>
  );
}

function Rate({ order, token }: { readonly order: BondOrder; readonly token: PayToken }) {
  const { live, settings } = order;
  const shown = token === 'SOL' ? settings?.lmtPriceSOL : settings?.lmtPriceUSDC;
  const price = live.quote?.price ?? shown ?? null;
  if (price === null) return null;
  return (
    <>
      <Figure value={price} nearest digits="fine" unit={token} className="font-normal" />
      {token === 'SOL' && <SolDoubt />}
    </>
  );
}

/** Whether the price is locked, and for how long; the countdown is not read out. */
function Lock({ order }: { readonly order: BondOrder }) {
  const held = heldText(order.live.quote?.expiresAt, useServerNow());
  const said = lockSaid(order, held !== null);
  const { locked, lockedFor } = bondTexts.preview;
  return (
    <>
      <span role="status">{said}</span>
      {said === locked && held !== null && ` ${lockedFor(held)}`}
    </>
  );
}

function lockSaid({ checked, live }: BondOrder, isHeld: boolean): string {
  const { preview } = bondTexts;
  if (checked.kind !== 'right') return preview.empty;
  if (live.error) return `${preview.unlocked}: ${faultOf(live.error).message}`;
  if (live.quote === null) return `${preview.unlocked}: ${payTexts.otherTab}`;
  if (isHeld) return preview.locked;
  return live.isLocking ? preview.locking : preview.estimate;
}
