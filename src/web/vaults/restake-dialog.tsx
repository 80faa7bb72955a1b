import { useRef, useState } from 'react';

import type { AnswerOf } from '#contract/api';
import { PATHS } from '#contract/base/paths';
import type { StakeJson, restakeStake } from '#contract/vaults/vaults';
import { CYCLE_MS } from '#domain/terms/terms';

import { Button } from '../kernel/ui/forms/button.tsx';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import type { Fault } from '../kernel/ui/cards/read.ts';
import { Reference } from '../kernel/ui/marks/reference.tsx';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { WhatIf } from './what-if/what-if.tsx';
import { VaultDialog, WindowClosed, useLiveStake } from './vault-dialog.tsx';
import { type CheaperWay, isRestakePrimary, useCheaperWay } from './cheaper-way.ts';
import type { VaultDialogProps } from './open-vault-dialog.ts';
import { insteadText, vaultTotal } from './instead-text.ts';
import { DEFAULT_RESTAKE_FEE, percentText, useRatesAt, windowEndOf } from './use-rates.ts';
import { faultOf } from '../kernel/api/fault.ts';
import { refreshAll } from '../kernel/api/query-client.ts';
import { useOwnMutation } from '../kernel/wallet/use-own-mutation.ts';
import { call } from '../kernel/api/client.ts';
import { tellFailure } from '../kernel/api/tell-failure.ts';
import { amountText } from '../kernel/ui/format/digits.ts';
import { showToast } from '../kernel/ui/overlays/toast.ts';
import { useWallet } from '../kernel/wallet/state.ts';
import { useServerNow } from '../kernel/api/use-server-now.ts';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { ExactLmt } from './exact-lmt.tsx';

const says = vaultTexts.restake;

/** Manual Restake: what it takes and leaves, then its way. It can't be left while it runs. */
export default function RestakeDialog({ stake, onClose }: VaultDialogProps) {
  const live = useLiveStake(stake);
  const cheaper = useCheaperWay(live, 'exact');
  const { step, fault, asked, restaked, restake } = useRestake();
  return (
    <VaultDialog
      stake={stake}
      says={says}
      step={step}
      onClose={onClose}
      footer={
        <Buttons
          step={step}
          isOpen={live.window !== null}
          isDearer={!isRestakePrimary(live, cheaper)}
          onClose={onClose}
          onConfirm={() => restake(live)}
        />
      }
    >
      {step === 'confirm' && (
        <>
          <Confirm stake={live} fault={fault} cheaper={cheaper} />
          {live.window && <WhatIf kind="restake" userId={live.userId} stake={live} />}
        </>
      )}
      {step === 'complete' && (
        <>
          <Notice tone="good" title={says.done}>
            {says.doneDetail}
          </Notice>
          {asked && restaked && <RestakeFigures stake={asked} matures={restaked.vaultEndTime} />}
        </>
      )}
    </VaultDialog>
  );
}

interface ConfirmProps {
  readonly stake: StakeJson;
  /** Why the last try failed; null before one did. */
  readonly fault: Fault | null;
  readonly cheaper: CheaperWay | null;
}

function Confirm({ stake, fault, cheaper }: ConfirmProps) {
  const rates = useRatesAt(windowEndOf(stake));
  if (!stake.window) return <WindowClosed />;
  return (
    <>
      <RestakeFigures stake={stake} matures={null} />
      {fault && (
        <Notice tone="bad" title={says.stayed}>
          {fault.message}
          <Reference id={fault.requestId} />
        </Notice>
      )}
      {cheaper ? (
        <Notice tone="good" title={cheaper.title}>
          {cheaper.detail}
        </Notice>
      ) : (
        <Notice title={vaultTexts.instead.title}>{insteadText(stake, rates, 'exact')}</Notice>
      )}
    </>
  );
}

interface ButtonsProps {
  readonly step: 'confirm' | 'processing' | 'complete';
  readonly isOpen: boolean;
  /** Doing nothing costs no more. */
  readonly isDearer: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function Buttons({ step, isOpen, isDearer, onClose, onConfirm }: ButtonsProps) {
  const { cancel, close } = vaultTexts.dialog;
  if (step === 'complete') return <Button onClick={onClose}>{close}</Button>;
  return (
    <>
      <Button disabled={step === 'processing'} onClick={onClose}>
        {cancel}
      </Button>
      <Button
        tone={isDearer ? 'secondary' : 'primary'}
        busy={step === 'processing'}
        disabled={!isOpen}
        onClick={onConfirm}
      >
        {says.confirm}
      </Button>
    </>
  );
}

/** Restakes a vault once, however often it is confirmed, and tells how it went. */
function useRestake() {
  const [key] = useState(() => crypto.randomUUID());
  /** A second click can come before the first one has changed the screen. */
  const isAsked = useRef(false);
  const isConnected = useWallet().phase === 'connected';
  const { status, data, error, variables, mutate } = useOwnMutation({
    mutationFn: ({ id: stakeId }: StakeJson) =>
      call('POST', PATHS.restake, { params: { stakeId }, idempotencyKey: key }),
    onSuccess: tellDone,
    onError: (error) => {
      isAsked.current = false;
      tellFailure(says.failed, error, says.failedDetail);
    },
    onSettled: () => void refreshAll(),
  });
  const restake = (stake: StakeJson) => {
    if (!isConnected) return showToast({ tone: 'failure', ...vaultTexts.walletMissing });
    if (!isAsked.current) mutate(stake);
    isAsked.current = true;
  };
  const step = status === 'pending' ? 'processing' : status === 'success' ? 'complete' : 'confirm';
  const fault = error && faultOf(error, says.stayedDetail);
  return { step, fault, asked: variables ?? null, restaked: data ?? null, restake } as const;
}

function tellDone({ netAmount, fee }: AnswerOf<typeof restakeStake>, { window }: StakeJson): void {
  const percent = percentText(window?.restakeFee ?? DEFAULT_RESTAKE_FEE);
  const detail = says.toastDetail(amountText('LMT', netAmount), amountText('LMT', fee), percent);
  showToast({ tone: 'success', title: says.toast, detail });
}

interface RestakeFiguresProps {
  /** As it is, or was, before. */
  readonly stake: StakeJson;
  /** When the new cycle matures; null while it has not begun. */
  readonly matures: string | null;
}

/** The vault before and after a restake, to the last digit. */
function RestakeFigures({ stake, matures }: RestakeFiguresProps) {
  const now = useServerNow();
  const { restake: says, dialog } = vaultTexts;
  const { amount, rewardsAccrued, window } = stake;
  if (!window) return null;
  const ends = matures ?? new Date(now + CYCLE_MS).toISOString();
  return (
    <KeyValues
      items={[
        { key: dialog.principal, value: <ExactLmt value={amount} /> },
        { key: dialog.rewards, value: <ExactLmt value={rewardsAccrued} /> },
        { key: dialog.total, value: <ExactLmt value={vaultTotal(stake)} /> },
        {
          key: says.fee,
          note: says.feeNote(percentText(window.restakeFee)),
          value: <ExactLmt value={window.restake.fee} minus />,
        },
        { key: says.after, value: <ExactLmt value={window.restake.netAmount} strong /> },
        { key: says.matures, value: dateTimeText(ends) },
      ]}
    />
  );
}
