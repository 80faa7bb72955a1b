import { Bell } from 'lucide-react';
import { useState } from 'react';

import { transport } from '../kernel/api/transport.ts';
import { serverOffsetMs } from '../kernel/api/server-time.ts';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { Button } from '../kernel/ui/forms/button.tsx';
import { reminderTexts as says } from './reminder-texts.ts';
import { tellFailure } from '../kernel/api/tell-failure.ts';
import { showToast } from '../kernel/ui/overlays/toast.ts';
import { type Permission, askPermission, notify, permission } from './notify.ts';
import { useRemindedBy, wantReminders } from './stored-reminders.ts';

/** Turns reminders on and off in this browser; says when they can come, and why they can’t. */
export function ReminderControl({ userId }: { readonly userId: string }) {
  const { state, by, isBusy, turnOn, turnOff } = useReminders(userId);
  return (
    <section aria-label={says.title} className="rounded-control border border-line px-4 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="flex items-center gap-2 text-sm font-[550]">
          {says.title}
          {state === 'on' && <Badge tone="good">{says.isOn}</Badge>}
        </h3>
        {state === 'on' ? (
          <Button size="sm" busy={isBusy} onClick={turnOff}>
            {says.turnOff}
          </Button>
        ) : (
          <Button size="sm" busy={isBusy} disabled={state === 'unsupported'} onClick={turnOn}>
            <Bell aria-hidden className="size-4" />
            {says.turnOn}
          </Button>
        )}
      </div>
      <div className="mt-1.5 grid gap-1 text-sm text-faint">
        <p>{says.what}</p>
        {by !== null && <p>{by === 'push' ? says.closed : says.onlyOpen}</p>}
        <p role="status" className="text-amber empty:hidden">
          {state === 'denied' && says.denied}
          {state === 'dismissed' && says.dismissed}
          {state === 'unsupported' && says.unsupported}
        </p>
      </div>
    </section>
  );
}

type State = 'on' | 'off' | 'denied' | 'dismissed' | 'unsupported';

function useReminders(userId: string) {
  const by = useRemindedBy(userId);
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Permission | null>(null);
  const turnOn = async () => {
    // The demo shows what would be said, and asks the browser for nothing.
    if (transport.isDemo) return tellOn('tab');
    const answer = await askPermission();
    const way = answer === 'granted' ? await start(userId) : null;
    setAsked(answer === 'granted' && way === null ? 'unsupported' : answer);
    return way === null ? undefined : tellOn(way);
  };
  const turnOff = async () => {
    if (by === 'push') await import('./push.ts').then(({ stopPush }) => stopPush());
    else wantReminders(null);
    showToast({ tone: 'info', title: says.off });
  };
  const busily = (work: () => Promise<unknown>, failed: string) => () => {
    setBusy(true);
    void work()
      .catch((error: unknown) => tellFailure(failed, error))
      .finally(() => setBusy(false));
  };
  return {
    state: stateOf(by !== null, asked),
    by,
    isBusy,
    turnOn: busily(turnOn, says.off),
    turnOff: busily(turnOff, says.offFailed),
  };
}

/** Has reminders come from the server, else from this tab; null where this browser can show none. */
async function start(userId: string): Promise<'push' | 'tab' | null> {
  const { startPush } = await import('./push.ts');
  if (await startPush(userId, welcome(says.onClosedDetail))) return 'push';
  if (!notify(welcome(says.onDetail))) return null;
  wantReminders(Math.floor(Date.now() + serverOffsetMs()));
  void import('./watch.ts').then(({ startReminders }) => startReminders());
  return 'tab';
}

/** What stands now; what the user answered a moment ago says more than what the browser keeps. */
function stateOf(isWanted: boolean, asked: Permission | null): State {
  const known = asked === 'unsupported' ? asked : permission();
  if (known === 'unsupported') return 'unsupported';
  if (known === 'granted') return isWanted ? 'on' : 'off';
  if (known === 'denied') return asked !== null || isWanted ? 'denied' : 'off';
  return asked === 'default' ? 'dismissed' : 'off';
}

/** The first notification shows that they come. */
function welcome(text: string) {
  return { title: says.on, text, tag: 'lmt-reminders', href: '/?tab=stake' };
}

function tellOn(way: 'push' | 'tab'): void {
  const detail = way === 'push' ? says.onClosedDetail : says.onDetail;
  showToast({ tone: 'success', title: says.on, detail });
}
