import { useRef, useState } from 'react';

import { PATHS } from '#contract/base/paths';
import type { StakeJson } from '#contract/vaults/vaults';
import { type Lmt, lmt, parseAmount } from '#domain/base/money';

import { Notice } from '../../kernel/ui/cards/notice.tsx';
import { vaultTexts } from '../../kernel/ui/texts/vault-texts.ts';
import { dismissToast, showToast } from '../../kernel/ui/overlays/toast.ts';
import { VaultDialog, WindowClosed, useLiveStake } from '../vault-dialog.tsx';
import type { VaultDialogProps } from '../open-vault-dialog.ts';
import { checkUnstake } from './check-unstake.ts';
import { UnstakeButtons } from './unstake-buttons.tsx';
import { UnstakeInput } from './unstake-input.tsx';
import { type UnstakeSplit, unstakeSplit } from './unstake-split.ts';
import { ApiError } from '../../kernel/api/api-error.ts';
import { refreshAll } from '../../kernel/api/query-client.ts';
import { useOwnMutation } from '../../kernel/wallet/use-own-mutation.ts';
import { call } from '../../kernel/api/client.ts';
import { tellFailure } from '../../kernel/api/tell-failure.ts';
import { amountText } from '../../kernel/ui/format/digits.ts';
import { useWallet } from '../../kernel/wallet/state.ts';
import { KeyValues } from '../../kernel/ui/tables/key-values.tsx';
import { ExactLmt } from '../exact-lmt.tsx';
import { percentText, useRates } from '../use-rates.ts';

const says = vaultTexts.unstake;

/** Unstake from Vault: how much, what that does, then its way. It can't be left while it runs. */
export default function UnstakeDialog({ stake, onClose }: VaultDialogProps) {
  const live = useLiveStake(stake);
  const [typed, setTyped] = useState('');
  const { step, setConfirming, asked, unstake } = useUnstake(stake.id);
  const checked = checkUnstake(typed, capOf(live));
  const split = checked.kind === 'right' ? unstakeSplit(live, checked.amount) : null;
  // What was right when it was typed may not be any more: another tab unstakes too.
  const asking = live.window === null ? 'closed' : split ? step : 'input';
  const view = step === 'input' || step === 'confirm' ? asking : step;
  const proceed = () => {
    if (checked.kind === 'wrong') {
      showToast({ tone: 'failure', title: checked.title, detail: checked.detail });
    }
    if (checked.kind === 'right') dismissToast();
    setConfirming(checked.kind === 'right');
  };
  return (
    <VaultDialog
      stake={stake}
      says={says}
      step={view}
      onClose={onClose}
      footer={
        <UnstakeButtons
          view={view}
          isEmpty={checked.kind === 'empty'}
          onClose={onClose}
          onProceed={proceed}
          onBack={() => setConfirming(false)}
          onConfirm={() => split && unstake(split)}
        />
      }
    >
      {view === 'input' && (
        <UnstakeInput {...{ stake: live, typed, checked }} onType={setTyped} onProceed={proceed} />
      )}
      {view === 'confirm' && split && <UnstakeConfirm stake={live} split={split} />}
      {view === 'closed' && <WindowClosed />}
      {view === 'complete' && (
        <Notice tone="good" title={says.done}>
          {says.doneDetail(asked?.net ?? '')}
        </Notice>
      )}
    </VaultDialog>
  );
}

/** What can still be taken out in this window. */
function capOf({ window }: StakeJson): Lmt {
  return (window && parseAmount('LMT', window.withdrawable)) ?? lmt(0n);
}

type Step = 'input' | 'confirm' | 'processing' | 'complete';

/** The way of an unstake: typed, looked at, done. What fails goes back to where it can be put right. */
function useUnstake(stakeId: string) {
  const [key] = useState(() => crypto.randomUUID());
  const [isConfirming, setConfirming] = useState(false);
  /** A second click can come before the first one has changed the screen. */
  const isAsked = useRef(false);
  const isConnected = useWallet().phase === 'connected';
  const { status, variables, mutate } = useOwnMutation({
    // The same amount confirmed again is the same unstake; another amount is another.
    mutationFn: ({ amount }: UnstakeSplit) => {
      const idempotencyKey = `${key}-${amount}`;
      return call('POST', PATHS.withdraw, {
        params: { stakeId },
        body: { amount },
        idempotencyKey,
      });
    },
    onSuccess: ({ netAmount }) => {
      const detail = says.doneDetail(amountText('LMT', netAmount));
      showToast({ tone: 'success', title: says.done, detail });
    },
    onError: (error) => {
      isAsked.current = false;
      const isOver = error instanceof ApiError && error.code === 'WITHDRAWAL_LIMIT';
      if (isOver) setConfirming(false);
      tellFailure(isOver ? says.limit.title : says.failed, error, says.failedDetail);
    },
    onSettled: () => void refreshAll(),
  });
  const unstake = (split: UnstakeSplit) => {
    if (!isConnected) return showToast({ tone: 'failure', ...vaultTexts.walletMissing });
    if (!isAsked.current) mutate(split);
    isAsked.current = true;
  };
  const asking: Step = isConfirming ? 'confirm' : 'input';
  const step: Step =
    status === 'pending' ? 'processing' : status === 'success' ? 'complete' : asking;
  return { step, setConfirming, asked: variables ?? null, unstake } as const;
}

interface UnstakeConfirmProps {
  readonly stake: StakeJson;
  readonly split: UnstakeSplit;
}

/** An unstake before it is done, to the last digit, and what it means for the LMT. */
function UnstakeConfirm({ stake, split }: UnstakeConfirmProps) {
  const { staking } = useRates();
  const withdrawalFee = stake.window?.withdrawalFee ?? null;
  const note = withdrawalFee && says.feeNote(percentText(withdrawalFee));
  const fee = withdrawalFee === null ? says.free : <ExactLmt value={split.fee} minus />;
  return (
    <>
      <KeyValues
        items={[
          {
            key: says.takes,
            note: says.takesNote(split.fromRewards, split.fromPrincipal),
            value: <ExactLmt value={split.amount} />,
          },
          { key: says.fee, note, value: fee },
          {
            key: says.receives,
            note: says.receivesNote,
            value: <ExactLmt value={split.net} strong />,
          },
          { key: says.left, value: <ExactLmt value={split.left} /> },
        ]}
      />
      <Notice>{says.note(staking)}</Notice>
    </>
  );
}
