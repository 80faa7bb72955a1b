import { Bell } from 'lucide-react';
import { useState } from 'react';

import { carrier } from '../../api/carrier.ts';
import { serverOffsetMs } from '../../api/server-time.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { reminderTexts as says } from '../../texts/reminders.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { type Permission, askPermission, notify, permission } from './notify.ts';
import { useRemindersOn, wantReminders } from './stored.ts';

/** Turns reminders on and off in this browser; says when they can come, and why they can’t. */
export function ReminderControl() {
  const { state, isAsking, turnOn, turnOff } = useReminders();
  return (
    <section aria-label={says.title} className="rounded-control border border-line px-4 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="flex items-center gap-2 text-sm font-[550]">
          {says.title}
          {state === 'on' && <Badge tone="good">{says.isOn}</Badge>}
        </h3>
        {state === 'on' ? (
          <Button size="sm" onClick={turnOff}>
            {says.turnOff}
          </Button>
        ) : (
          <Button size="sm" busy={isAsking} disabled={state === 'unsupported'} onClick={turnOn}>
            <Bell aria-hidden className="size-4" />
            {says.turnOn}
          </Button>
        )}
      </div>
      <div className="mt-1.5 grid gap-1 text-sm text-faint">
        <p>{says.what}</p>
        <p>{says.onlyOpen}</p>
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

function useReminders() {
  const isWanted = useRemindersOn();
  const [isAsking, setAsking] = useState(false);
  const [asked, setAsked] = useState<Permission | null>(null);
  const turnOn = async () => {
    // The demo shows what would be said, and asks the browser for nothing.
    if (carrier.isDemo) return tellOn();
    setAsking(true);
    const answer = await askPermission();
    setAsking(false);
    const isShown = answer === 'granted' && notify(welcome());
    setAsked(answer === 'granted' && !isShown ? 'unsupported' : answer);
    if (!isShown) return undefined;
    wantReminders(Math.floor(Date.now() + serverOffsetMs()));
    void import('./watch.ts').then(({ startReminders }) => startReminders());
    return tellOn();
  };
  const turnOff = () => {
    wantReminders(null);
    showToast({ tone: 'info', title: says.off });
  };
  return { state: stateOf(isWanted, asked), isAsking, turnOn: () => void turnOn(), turnOff };
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
function welcome() {
  return { title: says.on, text: says.onDetail, tag: 'lmt-reminders', href: '/?tab=stake' };
}

function tellOn(): void {
  showToast({ tone: 'success', title: says.on, detail: says.onDetail });
}
