import { useMutation } from '@tanstack/react-query';
import { Coins } from 'lucide-react';

import { DAY_MS, HOUR_MS, WEEK_MS } from '#domain/base/time';

import { PATHS } from '#contract/base/paths';

import { call } from '../../kernel/api/client.ts';
import { refreshAll } from '../../kernel/api/query-client.ts';
import { tellFailure } from '../../kernel/api/tell-failure.ts';
import { useServerNow } from '../../kernel/api/use-server-now.ts';
import { useOwnMutation } from '../../kernel/wallet/use-own-mutation.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { localTexts } from './local-texts.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';
import { showToast } from '../../kernel/ui/overlays/toast.ts';
import { FirstSteps, FirstStepsButton } from './first-steps.tsx';
import { useAddress } from '../../kernel/wallet/state.ts';

const HOPS = [
  { label: localTexts.hop.hour, ms: HOUR_MS },
  { label: localTexts.hop.day, ms: DAY_MS },
  { label: localTexts.hop.week, ms: WEEK_MS },
] as const;

/** What one needs to try the local network out: funds and time. */
export default function LocalTools() {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 max-wide:grow">
        <FundsButton />
        <FirstStepsButton />
        <TimeMachine />
      </div>
      <FirstSteps />
    </>
  );
}

function TimeMachine() {
  const now = useServerNow();
  const move = useMutation({
    mutationFn: (advanceMs: number) => call('POST', PATHS.clock, { body: { advanceMs } }),
    onSuccess: tellMoved,
    onError: tellFailed,
  });
  const { machine, hopLabel, time } = localTexts;
  return (
    <div role="group" aria-label={machine} className="flex items-center gap-1 max-wide:grow">
      <span className="px-1 text-quiet max-sm:hidden" data-hint={time}>
        {dateTimeText(new Date(now).toISOString())}
      </span>
      {HOPS.map(({ label, ms }) => (
        <Button
          key={label}
          size="sm"
          aria-label={hopLabel(label)}
          busy={move.isPending && move.variables === ms}
          disabled={move.isPending && move.variables !== ms}
          onClick={() => move.mutate(ms)}
          className="px-2.5 max-wide:grow"
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

async function tellMoved({ now }: { readonly now: string }): Promise<void> {
  await refreshAll();
  const { moved, movedDetail } = localTexts;
  showToast({ tone: 'success', title: moved, detail: movedDetail(dateTimeText(now)) });
}

function tellFailed(error: unknown): void {
  tellFailure(localTexts.moveFailed, error);
}

const SOL = '10';
const USDC = '1000';

/** Test funds from the local network's faucet, for the wallet that is connected. */
function FundsButton() {
  const address = useAddress();
  const funds = useOwnMutation({
    mutationFn: (walletAddress: string) =>
      call('POST', PATHS.airdrop, { body: { walletAddress, sol: SOL, usdc: USDC } }),
    onSuccess: tellFunded,
    onError: tellNoFunds,
  });
  return (
    <Button
      size="sm"
      busy={funds.isPending}
      disabled={address === null}
      data-hint={address === null ? localTexts.fundsNeedWallet : undefined}
      onClick={() => address !== null && funds.mutate(address)}
    >
      <Coins aria-hidden className="size-3.5" />
      {localTexts.funds}
    </Button>
  );
}

async function tellFunded(): Promise<void> {
  await refreshAll();
  showToast({ tone: 'success', title: localTexts.fundsDone, detail: localTexts.fundsDetail });
}

function tellNoFunds(error: unknown): void {
  tellFailure(localTexts.fundsFailed, error);
}
