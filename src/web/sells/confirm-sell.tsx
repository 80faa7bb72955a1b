import { type PayToken, formatAmount } from '#domain/base/money';
import { SELL_PERIOD_MS } from '#domain/terms/terms';
import { after, iso } from '#domain/base/time';

import { Worth } from '../kernel/prices/worth.tsx';
import { ExactLmt } from '../vaults/exact-lmt.tsx';
import { Address } from '../kernel/ui/marks/address.tsx';
import { AskDialog } from '../kernel/ui/overlays/ask-dialog.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { amountText } from '../kernel/ui/format/digits.ts';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { sellTexts } from './sell-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { Points } from '../kernel/ui/charts/points.tsx';
import { payoutText } from './sell-preview.tsx';
import type { SellOrder } from './use-sell-order.ts';

const { confirm: words } = sellTexts;

interface ConfirmSellProps {
  readonly order: SellOrder;
  readonly token: PayToken;
  readonly walletAddress: string;
  readonly isSubmitting: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** What the request does, before it is made. */
export function ConfirmSell(props: ConfirmSellProps) {
  const { order, isSubmitting, onSubmit, onClose } = props;
  return (
    <AskDialog
      title={words.title}
      description={words.description}
      cancel={words.back}
      confirm={sellTexts.submit}
      disabled={order.blocked !== null}
      isBusy={isSubmitting}
      onConfirm={onSubmit}
      onClose={onClose}
    >
      <Figures {...props} />
      <Consequences order={order} />
      {order.blocked !== null && !isSubmitting && (
        <p role="alert" className="text-sm text-amber">
          {order.blocked}
        </p>
      )}
    </AskDialog>
  );
}

function Figures({ order, token, walletAddress }: ConfirmSellProps) {
  const { preview, rent, checked, feeText } = order;
  if (!preview || !rent || checked.kind !== 'right') return null;
  const rate = feeText ?? '';
  const lmt = (amount: string) => <ExactLmt value={amount} />;
  const received = payoutText(token, rent.received);
  return (
    <KeyValues
      items={[
        { key: words.sell, value: lmt(formatAmount('LMT', checked.amount)) },
        { key: words.fee(rate), value: lmt(formatAmount('LMT', preview.fee)) },
        {
          key: words.receive,
          value: (
            <>
              <Figure value={received} digits="fine" unit={token} className="text-lg text-accent" />
              <Worth token={token} amount={received} className="block text-sm" />
            </>
          ),
        },
        { key: words.to, value: <Address address={walletAddress} copy={false} /> },
      ]}
    />
  );
}

function Consequences({ order }: { readonly order: SellOrder }) {
  const { checked, preview, rent, now } = order;
  const { escrow, fixed, account, approval, limit, cancel } = words.points;
  if (checked.kind !== 'right') return null;
  const amount = amountText('LMT', formatAmount('LMT', checked.amount), 'exact');
  const until = dateTimeText(iso(after(now, SELL_PERIOD_MS)));
  const isCharged = preview && rent && rent.charged > 0n;
  const shown = (units: bigint) => amountText('USDC', payoutText('USDC', units), 'exact');
  const charged = isCharged ? [account(shown(preview.payout), shown(rent.charged))] : [];
  return <Points points={[escrow(amount), fixed, ...charged, approval, limit(until), cancel]} />;
}
