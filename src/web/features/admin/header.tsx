import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Eye, EyeOff, LogOut, Pause, Play, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';

import { endAdminSession } from '../../api/admin-client.ts';
import { statusQuery } from '../../api/queries.ts';
import { queryClient, readAllAgain } from '../../api/query-client.ts';
import { Button } from '../../ui/forms/button.tsx';
import { buttonClass } from '../../ui/forms/button-class.ts';
import { adminTexts } from '../../texts/admin.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { PauseDialog } from './pause-dialog.tsx';
import { hideSensitive, useHidden } from './sensitive.tsx';
import { waitForOwner } from './verification.ts';

const { header: words, toast } = adminTexts;

export function AdminHeader() {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <h1 className="text-[1.375rem] leading-tight font-semibold tracking-[-0.015em]">
        {words.title}
      </h1>
      <div className="flex flex-wrap gap-2">
        <Link href="/" className={buttonClass({ size: 'sm' })}>
          <ArrowLeft aria-hidden className="size-4" />
          <Word>{words.back}</Word>
        </Link>
        <SensitiveButton />
        <RefreshButton />
        <EndButton />
        <PauseButton />
      </div>
    </header>
  );
}

/** A button's word; on a phone its icon says it alone, so that five buttons stand in one line. */
function Word({ children }: { readonly children: string }) {
  return <span className="max-sm:sr-only">{children}</span>;
}

function SensitiveButton() {
  const hidden = useHidden();
  const Icon = hidden ? Eye : EyeOff;
  return (
    <Button size="sm" aria-pressed={hidden} onClick={() => hideSensitive(!hidden)}>
      <Icon aria-hidden className="size-4" />
      <Word>{hidden ? words.show : words.hide}</Word>
    </Button>
  );
}

/** Reads everything on the page again. */
function RefreshButton() {
  const [busy, setBusy] = useState(false);
  const refresh = async (): Promise<void> => {
    setBusy(true);
    const { all, failed } = await readAllAgain();
    setBusy(false);
    if (failed === 0) {
      showToast({ tone: 'success', title: toast.refreshedTitle, detail: toast.refreshed });
    } else {
      const detail = toast.refreshFailed(failed, all);
      showToast({ tone: 'failure', title: toast.refreshFailedTitle, detail });
    }
  };
  return (
    <Button size="sm" busy={busy} onClick={() => void refresh()}>
      <RefreshCw aria-hidden className="size-4" />
      <Word>{words.refresh}</Word>
    </Button>
  );
}

function EndButton() {
  const end = async (): Promise<void> => {
    waitForOwner();
    // What is on its way would be refused, and say so, once the session has ended.
    await queryClient.cancelQueries({ queryKey: ['api', 'admin'] });
    const told = await endAdminSession().then(
      () => true,
      () => false,
    );
    queryClient.removeQueries({ queryKey: ['api', 'admin'] });
    const detail = told ? toast.ended : toast.endedHere;
    showToast({ tone: 'success', title: toast.endedTitle, detail });
  };
  return (
    <Button size="sm" onClick={() => void end()}>
      <LogOut aria-hidden className="size-4" />
      <Word>{words.end}</Word>
    </Button>
  );
}

/** The state is the server's: it holds no matter who paused, on which node. */
function PauseButton() {
  const { data: status } = useQuery(statusQuery());
  const [isOpen, setOpen] = useState(false);
  if (!status) return null;
  return (
    <>
      <Button
        size="sm"
        tone={status.paused ? 'primary' : 'destructive'}
        onClick={() => setOpen(true)}
      >
        {status.paused ? (
          <Play aria-hidden className="size-4" />
        ) : (
          <Pause aria-hidden className="size-4" />
        )}
        {status.paused ? words.resume : words.pause}
      </Button>
      {isOpen && <PauseDialog paused={status.paused} onClose={() => setOpen(false)} />}
    </>
  );
}
