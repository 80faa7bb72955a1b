import { Gem, Wallet } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import type { PayToken } from '#domain/base/money';

import { WayIn } from '../kernel/wallet/connect/way-in.tsx';
import { shortText } from '../kernel/pay/sol-needed.ts';
import { typedKey } from '../kernel/pay/typed.ts';
import { useFlip } from '../kernel/prices/use-flip.ts';
import { Worth } from '../kernel/prices/worth.tsx';
import { useRates } from '../vaults/use-rates.ts';
import { Points } from '../kernel/ui/charts/points.tsx';
import { plainAmount } from '../kernel/ui/format/plain-amount.ts';
import { AmountInput } from '../kernel/ui/forms/amount-input.tsx';
import { Button } from '../kernel/ui/forms/button.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { formatTrimmed } from '../kernel/ui/format/format.ts';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { optionsOf } from '../kernel/ui/forms/options.ts';
import { SelectField } from '../kernel/ui/forms/select-field.tsx';
import { useKept } from '../kernel/ui/state/use-kept.ts';
import { bondTexts } from './bond-texts.ts';
import type { Connected, WalletState } from '../kernel/wallet/state.ts';
import { Preview } from './preview.tsx';
import { PriceNow } from './price-now.tsx';
import { useBondOrder } from './use-bond-order.ts';

const STEP = '0.01';
const TOKENS = optionsOf(['SOL', 'USDC'], bondTexts.tokens);

interface Asked {
  readonly token: PayToken;
  readonly typed: string;
}

const NOTHING: Asked = { token: 'SOL', typed: '' };

interface BondFormProps {
  readonly wallet: Connected;
  readonly userId: string;
}

/** Token, amount, what it buys, and the button that pays it. */
export function BondForm({ wallet, userId }: BondFormProps) {
  const key = typedKey({ purpose: 'bond', userId });
  const [{ token, typed }, setAsked] = useKept<Asked>(key, NOTHING);
  const setTyped = (next: string) => setAsked({ token, typed: next });
  const order = useBondOrder({ wallet, userId, token, typed });
  const [paid, setPaid] = useState(order.signature);
  if (paid !== order.signature) {
    // Signed is as good as paid: the form starts over.
    setPaid(order.signature);
    if (order.signature !== null) setTyped('');
  }
  const { balance, checked, isPaused, offPeg, shortfall } = order;
  const flip = useFlip(token);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    order.start();
  };
  return (
    <Card title={bondTexts.title}>
      <form className="grid gap-5" onSubmit={submit} noValidate>
        <PriceNow />
        <div className="grid items-start gap-3 sm:grid-cols-[112px_minmax(0,1fr)]">
          <SelectField
            label={bondTexts.token}
            options={TOKENS}
            value={token}
            onChange={(next) => setAsked({ token: next, typed })}
          />
          <AmountInput
            key={token}
            label={bondTexts.amount}
            unit={token}
            step={STEP}
            value={typed}
            onChange={setTyped}
            error={checked.kind === 'wrong' ? checked.reason : null}
            hint={bondTexts.maxHint[token]}
            flip={flip}
            worth={<Worth token={token} amount={checked.kind === 'right' ? checked.text : null} />}
            max={balance ? plainAmount<PayToken>(token, balance.spendable) : undefined}
            aside={<Held order={order} token={token} />}
          />
        </div>
        <Preview order={order} token={token} payer={wallet.address} />
        {isPaused && <Notice tone="time">{bondTexts.gates.paused}</Notice>}
        {!isPaused && offPeg !== null && (
          <Notice tone="time">{bondTexts.gates.offPeg(formatTrimmed(offPeg, 6))}</Notice>
        )}
        {shortfall && <Notice tone="time">{shortText(shortfall)}</Notice>}
        <Button
          type="submit"
          tone="primary"
          busy={order.isBusy}
          disabled={!order.canStart && !order.isBusy}
        >
          {bondTexts.start}
        </Button>
      </form>
      <div className="mt-5 border-t border-line pt-4">
        <h3 className="mb-2.5 text-sm font-[550]">{bondTexts.before.title}</h3>
        <BeforeYouBond />
      </div>
    </Card>
  );
}

function Held({
  order,
  token,
}: {
  readonly order: ReturnType<typeof useBondOrder>;
  readonly token: PayToken;
}) {
  const { balance, isUnknown } = order;
  if (isUnknown && !balance) return <>{bondTexts.balanceUnknown}</>;
  if (!balance) return null;
  return (
    <>
      <Wallet aria-hidden className="mr-1 inline size-3.5 align-[-2px] sm:hidden" />
      <span className="max-sm:sr-only">{bondTexts.balance} </span>
      <Figure
        value={plainAmount<PayToken>(token, balance.held)}
        unit={token}
        className="text-quiet"
      />
    </>
  );
}

/** What a user should know before paying, not after. */
function BeforeYouBond() {
  const { staking } = useRates();
  return <Points points={bondTexts.before.points(staking)} />;
}

/** The Bond tab before there is a user: what bonding is, and how to get in. */
export function BondGate({ wallet }: { readonly wallet: WalletState }) {
  return (
    <>
      <Card title={bondTexts.title}>
        <PriceNow />
        <div className="[&>[role=status]]:mt-5">
          <WayIn
            wallet={wallet}
            icon={<Gem aria-hidden />}
            says={bondTexts.gates}
            skeleton={{ rows: 6 }}
          />
        </div>
      </Card>
      <Card title={bondTexts.before.title}>
        <BeforeYouBond />
      </Card>
    </>
  );
}
