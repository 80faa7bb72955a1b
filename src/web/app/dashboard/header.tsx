import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Ellipsis, Eye, EyeOff, LogOut, Pause, Play, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';

import { PATHS } from '#contract/base/paths';

import { endAdminSession, adminCall } from '../../kernel/api/admin-client.ts';
import { adminSession } from '../../kernel/api/admin-session.ts';
import { statusQuery } from '../../kernel/api/queries.ts';
import { queryClient, readAllAgain } from '../../kernel/api/query-client.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { IconButton } from '../../kernel/ui/forms/icon-button.tsx';
import { DropdownMenu } from '../../kernel/ui/overlays/dropdown-menu.tsx';
import { adminTexts } from '../../kernel/dashboard/dashboard-texts.ts';
import { showToast } from '../../kernel/ui/overlays/toast.ts';
import { hideSensitive, useHidden } from '../../kernel/dashboard/sensitive.tsx';
import { waitForOwner } from '../../kernel/dashboard/pay-out/owner-signature.ts';
import { WriteDialog } from '../../kernel/dashboard/confirm-dialog.tsx';

const { header: words, toast, pause: pausing } = adminTexts;

/** One line: the title, what waits for the owner (`children`), the brake, and the rest in a menu. */
export function AdminHeader({ children }: { readonly children: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-2 sm:gap-x-4">
      <h1 className="grow text-lg leading-tight font-semibold tracking-[-0.015em] max-sm:text-md">
        {words.title}
      </h1>
      <div className="max-wide:order-last max-wide:w-full empty:hidden">{children}</div>
      <div className="flex items-center gap-2">
        <PauseButton />
        <ActionMenu />
      </div>
    </header>
  );
}

function ActionMenu() {
  const [, navigate] = useLocation();
  const hidden = useHidden();
  const [isReading, setReading] = useState(false);
  const refresh = async (): Promise<void> => {
    setReading(true);
    await readAgain();
    setReading(false);
  };
  return (
    <DropdownMenu
      label={words.more}
      trigger={<IconButton label={words.more} icon={<Ellipsis />} />}
      items={[
        { label: words.back, icon: <ArrowLeft aria-hidden />, onSelect: () => navigate('/') },
        {
          label: hidden ? words.show : words.hide,
          icon: hidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />,
          onSelect: () => hideSensitive(!hidden),
        },
        {
          label: words.refresh,
          icon: <RefreshCw aria-hidden />,
          disabled: isReading,
          onSelect: () => void refresh(),
        },
        { label: words.end, icon: <LogOut aria-hidden />, onSelect: () => void endSession() },
      ]}
    />
  );
}

/** Reads everything on the page again. */
async function readAgain(): Promise<void> {
  const session = adminSession()?.sessionToken;
  const { all, failed } = await readAllAgain();
  // The session ended meanwhile, even if the next has begun: nothing of the dashboard was read.
  if (adminSession()?.sessionToken !== session) return;
  if (failed === 0) {
    showToast({ tone: 'success', title: toast.refreshedTitle, detail: toast.refreshed });
  } else {
    const detail = toast.refreshFailed(failed, all);
    showToast({ tone: 'failure', title: toast.refreshFailedTitle, detail });
  }
}

async function endSession(): Promise<void> {
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
}

/**
 * The state is the server's: it holds no matter who paused, on which node. While it is not known the
 * protocol can be paused: to pause what is paused changes nothing.
 */
function PauseButton() {
  const { data: status } = useQuery(statusQuery());
  const paused = status?.paused ?? null;
  // As it was asked: the state may change elsewhere while the owner reads the question.
  const [wanted, setWanted] = useState<boolean | null>(null);
  return (
    <>
      <Button
        size="sm"
        tone={paused ? 'primary' : 'grave'}
        onClick={() => setWanted(paused !== true)}
      >
        {paused ? (
          <Play aria-hidden className="size-4" />
        ) : (
          <Pause aria-hidden className="size-4" />
        )}
        {(paused ? pausing.resume : pausing.stop).confirm}
      </Button>
      {wanted !== null && (
        <PauseDialog paused={paused} wanted={wanted} onClose={() => setWanted(null)} />
      )}
    </>
  );
}

interface PauseDialogProps {
  /** As it is now; null where that is not known. */
  readonly paused: boolean | null;
  /** As it will be. */
  readonly wanted: boolean;
  readonly onClose: () => void;
}

/** Stops or resumes all user operations, after saying what that does. */
function PauseDialog({ paused, wanted, onClose }: PauseDialogProps) {
  const { stop, resume, failed, failedDetail } = pausing;
  const says = wanted ? stop : resume;
  const stateOf = (isPaused: boolean) => (isPaused ? pausing.paused : pausing.running);
  return (
    <WriteDialog
      says={{ ...says, failed, failedDetail }}
      write={(reason) => adminCall('POST', PATHS.adminPause, { body: { paused: wanted, reason } })}
      told={says.told}
      changes={
        paused === null
          ? []
          : [{ label: pausing.state, before: stateOf(paused), after: stateOf(wanted) }]
      }
      destructive={wanted}
      onClose={onClose}
    />
  );
}
