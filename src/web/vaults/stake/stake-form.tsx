import { type FormEvent, useId, useState } from 'react';
import { useSearch } from 'wouter';

import { type Lmt, formatAmount } from '#domain/base/money';
import { instant } from '#domain/base/time';
import { currentApy } from '#domain/terms/apy';
import { CYCLE_MS, RESTAKE_WINDOW_MS, VESTING_MS, settingsAt } from '#domain/terms/terms';
import { cycleRewards } from '#domain/vaults/vault';

import { Layers } from 'lucide-react';

import { WayIn } from '../../kernel/wallet/connect/way-in.tsx';
import { typedKey } from '../../kernel/pay/typed.ts';
import { useFlip } from '../../kernel/prices/use-flip.ts';
import { Worth } from '../../kernel/prices/worth.tsx';
import { useRates, useRatesAt } from '../use-rates.ts';
import { WhatIf } from '../what-if/what-if.tsx';
import { plainAmount } from '../../kernel/ui/format/plain-amount.ts';
import { AmountInput } from '../../kernel/ui/forms/amount-input.tsx';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { Card } from '../../kernel/ui/cards/card.tsx';
import { Points } from '../../kernel/ui/charts/points.tsx';
import { Switch } from '../../kernel/ui/forms/switch.tsx';
import { useKept } from '../../kernel/ui/state/use-kept.ts';
import { stakeTexts } from '../stake-texts.ts';
import { vaultTexts } from '../../kernel/ui/texts/vault-texts.ts';
import type { Connected, WalletState } from '../../kernel/wallet/state.ts';
import { Available, Nothing } from './available.tsx';
import { FeeBox } from './fee-box.tsx';
import { tellWrong } from './tell-wrong.ts';
import { useStakeOrder } from './use-stake-order.ts';
import { useTerms } from '../../kernel/api/use-settings.ts';
import { useServerNow } from '../../kernel/api/use-server-now.ts';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { dateTimeText } from '../../kernel/ui/format/times.ts';

const STEP = '0.0001';

interface StakeFormProps {
  readonly wallet: Connected;
  readonly userId: string;
}

/** Amount, what becomes of it, its fee and its rewards, and the button that pays and stakes. */
export function StakeForm({ wallet, userId }: StakeFormProps) {
  const reasonId = useId();
  const [{ typed, autoRestake }, setAsked] = useAsked(userId);
  const setTyped = (next: string) => setAsked({ typed: next, autoRestake });
  const order = useStakeOrder({ wallet, userId, typed, autoRestake });
  const [wasPlaced, setPlaced] = useState(order.isPlaced);
  if (wasPlaced !== order.isPlaced) {
    // Signed is as good as staked: the form starts over.
    setPlaced(order.isPlaced);
    if (order.isPlaced) setTyped('');
  }
  const { checked, unstaked, blocked } = order;
  const flip = useFlip('LMT');
  const amount = checked.kind === 'right' ? formatAmount('LMT', checked.amount) : null;
  const wrong = checked.kind === 'invalid' || checked.kind === 'over' ? checked.reason : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    order.start();
  };
  return (
    <Card title={stakeTexts.title}>
      <form className="grid gap-5" onSubmit={submit} noValidate>
        <Nothing userId={userId} />
        <AmountInput
          label={stakeTexts.amount}
          unit="LMT"
          step={STEP}
          value={typed}
          onChange={setTyped}
          onEnter={() => checked.kind === 'over' && tellWrong(checked)}
          error={wrong}
          hint={stakeTexts.maxHint}
          aside={<Available userId={userId} />}
          flip={flip}
          worth={<Worth token="LMT" amount={amount} />}
          max={unstaked ? plainAmount('LMT', unstaked) : undefined}
        />
        <AutoRestake
          checked={autoRestake}
          onChange={(next) => setAsked({ typed, autoRestake: next })}
        />
        <FeeBox order={order} address={wallet.address} />
        <ExpectedRewards amount={checked.kind === 'right' ? checked.amount : null} />
        <WhatIf
          kind="stake"
          userId={userId}
          amount={checked.kind === 'right' ? checked.amount : null}
          autoRestake={autoRestake}
        />
        <div className="grid gap-2">
          <Button
            type="submit"
            tone="primary"
            busy={order.isBusy}
            disabled={blocked !== null && !order.isBusy}
            aria-describedby={blocked === null ? undefined : reasonId}
          >
            {stakeTexts.start}
          </Button>
          <p id={reasonId} role="status" className="min-h-[19px] text-center text-sm text-quiet">
            {blocked === wrong ? null : blocked}
          </p>
        </div>
      </form>
      <Before />
    </Card>
  );
}

interface Asked {
  readonly typed: string;
  readonly autoRestake: boolean;
}

const NOTHING: Asked = { typed: '', autoRestake: false };

/** What is asked for; an amount that the address names, whenever it names another, is typed. */
function useAsked(userId: string) {
  const named = new URLSearchParams(useSearch()).get('amount') ?? '';
  const kept = useKept(typedKey({ purpose: 'stake', userId }), NOTHING);
  const [asked, setAsked] = kept;
  const [last, setLast] = useState('');
  if (last !== named) {
    setLast(named);
    if (named !== '') setAsked({ ...asked, typed: named });
  }
  return kept;
}

interface AutoRestakeProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function AutoRestake({ checked, onChange }: AutoRestakeProps) {
  const matures = Math.floor(useServerNow()) + VESTING_MS + CYCLE_MS;
  const { restake } = useRatesAt(instant(matures));
  const { staking } = useRatesAt(instant(matures + RESTAKE_WINDOW_MS));
  const { label, on, off } = vaultTexts.autoRestake;
  return (
    <Switch
      label={label}
      hint={checked ? on(restake) : off(staking)}
      checked={checked}
      onChange={onChange}
    />
  );
}

function Before() {
  const { staking } = useRates();
  const { title, points } = stakeTexts.before;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="mb-2.5 text-sm font-[550]">{title}</h3>
      <Points points={points(staking)} />
    </div>
  );
}

const rewards = stakeTexts.rewards;

/** What an amount earns in its first seven days, and when that would be; `amount` null while none is typed. */
function ExpectedRewards({ amount }: { readonly amount: Lmt | null }) {
  const now = useServerNow();
  const terms = useTerms();
  // A cycle takes the APY in force when it starts.
  const settings = terms && settingsAt(terms, instant(Math.floor(now) + VESTING_MS));
  const earned =
    amount === null || settings === null ? null : cycleRewards(amount, currentApy(settings));
  const shown = earned === null ? null : formatAmount('LMT', earned);
  const vested = new Date(now + VESTING_MS).toISOString();
  const matures = new Date(now + VESTING_MS + CYCLE_MS).toISOString();
  return (
    <section aria-label={rewards.title} className="rounded-control bg-raise px-4 py-3.5">
      <p className="text-sm text-quiet">{rewards.title}</p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <Figure
          value={shown ?? '0'}
          unit="LMT"
          size="lg"
          signed
          className={shown === null ? 'text-faint' : 'text-accent'}
        />
        <Worth token="LMT" amount={shown} className="text-sm" />
      </p>
      <p className="mt-1.5 text-sm text-faint">
        {rewards.when(dateTimeText(vested), dateTimeText(matures))} {rewards.note}
      </p>
    </section>
  );
}

/** The Stake tab before there is a user: what staking is, and how to get in. */
export function StakeGate({ wallet }: { readonly wallet: WalletState }) {
  const { staking } = useRates();
  const { title, before } = stakeTexts;
  return (
    <>
      <Card title={title}>
        <WayIn
          wallet={wallet}
          icon={<Layers aria-hidden />}
          says={stakeTexts.gates}
          skeleton={{ figures: 2, items: 5, rows: 6, text: 200 }}
        />
      </Card>
      <Card title={before.title}>
        <Points points={before.points(staking)} />
      </Card>
    </>
  );
}
