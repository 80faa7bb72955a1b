import { startLive } from '../kernel/api/live/live.ts';
import { watchClock } from '../kernel/api/live/watch-clock.ts';
import { permission } from '../reminders/notify.ts';
import { storedReminders } from '../reminders/stored-reminders.ts';
import { subscribeWallet, userNow } from '../kernel/wallet/state.ts';

/** Live updates, reminders and the page's worker; called once, and never in the demo. */
export function goLive(): void {
  let last = userNow();
  startLive((changed) =>
    subscribeWallet(() => {
      const next = userNow();
      if (next !== last) changed();
      last = next;
    }),
  );
  watchClock();
  // Without one, nothing is shown offline: no reason to say anything.
  if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => {});
  if (storedReminders().since !== null) {
    void import('../reminders/watch.ts').then(({ startReminders }) => startReminders());
  }
  renewPush();
}

/** Once a page, for a user whom the server reminds in this browser: it may have lost the browser meanwhile. */
function renewPush(): void {
  const renew = () => {
    const userId = userNow();
    if (userId === null || storedReminders().push?.userId !== userId) return;
    end();
    if (permission() !== 'granted') return;
    void import('../reminders/push.ts')
      .then(({ keepPush }) => keepPush(userId))
      // The next page tries again.
      .catch(() => {});
  };
  const end = subscribeWallet(renew);
  renew();
}
