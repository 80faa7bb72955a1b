import { type FormEvent, useId, useState } from 'react';

import type { StakeJson } from '#contract/vaults/vaults';
import type { Lmt, PayToken } from '#domain/base/money';

import { useFlip } from '../kernel/prices/use-flip.ts';
import { Worth } from '../kernel/prices/worth.tsx';
import { WhatIf } from '../vaults/what-if/what-if.tsx';
import { plainAmount } from '../kernel/ui/format/plain-amount.ts';
import { AmountInput } from '../kernel/ui/forms/amount-input.tsx';
import { Button } from '../kernel/ui/forms/button.tsx';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { optionsOf } from '../kernel/ui/forms/options.ts';
import { SelectField } from '../kernel/ui/forms/select-field.tsx';
import { useKept } from '../kernel/ui/state/use-kept.ts';
import { sellTexts } from './sell-texts.ts';
import { Balances } from './balances.tsx';
import { ConfirmSell } from './confirm-sell.tsx';
import { NotAvailable } from './not-available.tsx';
import { SellPreview } from './sell-preview.tsx';
import { type Account, type SellOrder, useSellOrder } from './use-sell-order.ts';
import { tellInvalid, useSubmit } from './use-submit.ts';

const STEP = '0.0001';
const TOKENS = optionsOf(['SOL', 'USDC'], sellTexts.tokens);

interface Asked {
  readonly token: PayToken;
  readonly typed: string;
}

const NOTHING: Asked = { token: 'SOL', typed: '' };

interface SellFormProps {
  readonly userId: string;
  readonly walletAddress: string;
  readonly account: Account;
  readonly stakes: readonly StakeJson[];
  /** A request was taken and stands on the screen. */
  readonly onShown: () => void;
}

/** Amount, token, what it brings, and the request itself after a confirmation. */
export function SellForm({ userId, walletAddress, account, stakes, onShown }: SellFormProps) {
  const { eligibility } = account;
  const reasonId = useId();
  const [{ token, typed }, setAsked, forget] = useKept<Asked>(`sell ${userId}`, NOTHING);
  const setTyped = (next: string) => setAsked({ token, typed: next });
  const setToken = (next: PayToken) => setAsked({ token: next, typed });
  /** The key of the request that is being confirmed. */
  const [key, setKey] = useState<string | null>(null);
  const order = useSellOrder({ account, walletAddress, token, typed });
  const { checked, blocked, most } = order;
  const { isSubmitting, submit } = useSubmit({
    onEnd: (isTaken) => {
      setKey(null);
      if (isTaken) setTyped('');
    },
    onShown,
  });
  if (key !== null && eligibility.pending && !isSubmitting) {
    // A try without an answer was taken all the same, or another tab has asked.
    setKey(null);
    setTyped('');
  }
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (blocked === null) setKey(crypto.randomUUID());
  };
  const wrong = checked.kind === 'wrong' ? checked.reason : order.tooLittle;
  return (
    <>
      <form className="grid gap-5" onSubmit={ask} noValidate>
        <Balances eligibility={eligibility} />
        {eligibility.pending && <Pending />}
        {!eligibility.pending && !eligibility.eligible && (
          <NotAvailable eligibility={eligibility} stakes={stakes} />
        )}
        <AmountAndToken
          {...{ typed, setTyped, token, setToken, most }}
          isPending={eligibility.pending}
          amount={checked.kind === 'right' ? checked.text : null}
          error={wrong}
        />
        {!eligibility.pending && <Before {...{ order, token, userId }} />}
        <div className="grid gap-2">
          <Button
            type="submit"
            tone="primary"
            disabled={blocked !== null}
            aria-describedby={blocked === null ? undefined : reasonId}
          >
            {sellTexts.submit}
          </Button>
          <p id={reasonId} role="status" className="min-h-[19px] text-center text-sm text-quiet">
            {blocked === wrong ? null : blocked}
          </p>
        </div>
      </form>
      {key !== null && (
        <ConfirmSell
          {...{ order, token, walletAddress, isSubmitting }}
          onClose={() => setKey(null)}
          onSubmit={() => {
            if (checked.kind !== 'right') return tellInvalid();
            forget();
            return submit({ userId, amount: checked.text, payoutToken: token, key });
          }}
        />
      )}
    </>
  );
}

interface BeforeProps {
  readonly order: SellOrder;
  readonly token: PayToken;
  readonly userId: string;
}

/** What the request would bring, and where everything else would lead. */
function Before({ order, token, userId }: BeforeProps) {
  const amount = order.checked.kind === 'right' ? order.checked.amount : null;
  return (
    <>
      <SellPreview order={order} token={token} />
      <WhatIf kind="sell" userId={userId} amount={amount} token={token} />
    </>
  );
}

interface AmountAndTokenProps {
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  readonly token: PayToken;
  readonly setToken: (token: PayToken) => void;
  /** LMT that can be sold at most now. */
  readonly most: Lmt;
  readonly isPending: boolean;
  /** What is typed, where it can be sold; else null. */
  readonly amount: string | null;
  readonly error: string | null;
}

/** How much is sold, and what for. */
function AmountAndToken(props: AmountAndTokenProps) {
  const { typed, setTyped, token, setToken, most, isPending, amount, error } = props;
  const flip = useFlip('LMT');
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_104px]">
      <AmountInput
        label={sellTexts.amount}
        unit="LMT"
        step={STEP}
        value={typed}
        onChange={setTyped}
        onEnter={() => amount === null && tellInvalid()}
        disabled={isPending}
        error={error}
        hint={most > 0n ? sellTexts.maxHint(plainAmount('LMT', most)) : ''}
        maxLabel={sellTexts.takeMax}
        flip={flip}
        worth={<Worth token="LMT" amount={amount} />}
        max={most > 0n ? plainAmount('LMT', most) : undefined}
      />
      <SelectField
        label={sellTexts.receive}
        options={TOKENS}
        value={token}
        disabled={isPending}
        onChange={setToken}
      />
    </div>
  );
}

function Pending() {
  const { title, text, show } = sellTexts.pending;
  return (
    <Notice tone="time" title={title}>
      <p>
        {text}{' '}
        <a href="#sell-request" className="text-accent underline underline-offset-3 wide:hidden">
          {show}
        </a>
      </p>
    </Notice>
  );
}
