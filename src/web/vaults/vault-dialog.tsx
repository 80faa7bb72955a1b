import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';

import type { StakeJson } from '#contract/vaults/vaults';
import { shortId } from '#domain/base/short-id';

import { stakesQuery } from '../kernel/api/reads/vault-queries.ts';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { Spinner } from '../kernel/ui/forms/spinner.tsx';
import { Dialog } from '../kernel/ui/overlays/dialog.tsx';

const CLOSES_AFTER_MS = 3_000;

interface FrameProps {
  readonly stake: StakeJson;
  readonly says: {
    readonly title: string;
    readonly description: (id: string) => string;
    readonly processing: string;
  };
  /** 'processing' and 'complete', or what the dialog itself asks before. */
  readonly step: string;
  readonly footer: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A write about a vault: asked for, under way, done. It can't be left while it runs, and closes after it is done. */
export function VaultDialog({ stake, says, step, footer, onClose, children }: FrameProps) {
  useCloseAfter(step === 'complete', onClose);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={says.title}
      description={says.description(shortId(stake.id))}
      locked={step === 'processing'}
      footer={footer}
    >
      {step === 'processing' ? (
        <p className="flex items-center justify-center gap-2.5 py-6 text-quiet">
          <Spinner label={says.processing} />
          <span aria-hidden>{says.processing}</span>
        </p>
      ) : (
        children
      )}
    </Dialog>
  );
}

/** A vault as it was last read: it goes on changing while a dialog shows it. */
export function useLiveStake(stake: StakeJson): StakeJson {
  const { data } = useQuery(stakesQuery(stake.userId));
  return data?.find(({ id }) => id === stake.id) ?? stake;
}

/** The window closed while the dialog was open. */
export function WindowClosed() {
  const { title, detail } = vaultTexts.closed;
  return (
    <Notice tone="time" title={title}>
      {detail}
    </Notice>
  );
}

function useCloseAfter(isDone: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => close.current(), CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
}
