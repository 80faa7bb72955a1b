import { QueryObserver } from '@tanstack/react-query';
import { type ReminderSources, dueReminders } from '#domain/reminders/reminders';
import { type Instant, SECOND_MS, instant, isoOrNull } from '#domain/base/time';
import { queryClient } from '../kernel/api/query-client.ts';
import { statusQuery } from '../kernel/api/queries.ts';
import { serverOffsetMs } from '../kernel/api/server-time.ts';
import { sellsQuery, stakesQuery } from '../kernel/api/reads/vault-queries.ts';
import { subscribeWallet, userNow } from '../kernel/wallet/state.ts';
import { bondsQuery } from '../kernel/api/reads/user-queries.ts';
import { noteOf } from './note-of.ts';
import { notify, permission } from './notify.ts';
import { rememberTold, storedReminders, watchReminders } from './stored-reminders.ts';
import type { Positions } from '../kernel/api/positions.ts';

/** Of all tabs of a browser the one that holds this lock reminds. */
const LOCK = 'lmt-reminders';
const LOOK_MS = 10 * SECOND_MS;
/** A tab in the background is the one that needs to know. */
const ALWAYS = { refetchIntervalInBackground: true };

let isStarted = false;
let stop: (() => void) | null = null;

/** Reminds from now on, whenever a user is signed in and wants it; one tab for the whole browser. */
export function startReminders(): void {
  if (isStarted) return;
  isStarted = true;
  const begin = () => {
    subscribeWallet(follow);
    watchReminders(follow);
    follow();
  };
  if (!('locks' in navigator)) return begin();
  void navigator.locks.request(LOCK, () => (begin(), new Promise(() => {})));
}

let followed: string | null = null;

/** Watches the signed-in user's dates, if reminders are on. */
function follow(): void {
  const userId = storedReminders().since === null ? null : userNow();
  if (userId === followed) return;
  followed = userId;
  stop?.();
  stop = userId === null ? null : watch(userId);
}

function watch(userId: string): () => void {
  const look = () => lookOnce(userId);
  const ends = [
    new QueryObserver(queryClient, { ...stakesQuery(userId), ...ALWAYS }).subscribe(look),
    new QueryObserver(queryClient, { ...bondsQuery(userId), ...ALWAYS }).subscribe(look),
    new QueryObserver(queryClient, { ...sellsQuery(userId), ...ALWAYS }).subscribe(look),
    new QueryObserver(queryClient, { ...statusQuery(), ...ALWAYS }).subscribe(look),
  ];
  const timer = setInterval(look, LOOK_MS);
  look();
  return () => {
    clearInterval(timer);
    for (const end of ends) end();
  };
}

function lookOnce(userId: string): void {
  const { since, told } = storedReminders();
  const stakes = queryClient.getQueryData(stakesQuery(userId).queryKey);
  const bonds = queryClient.getQueryData(bondsQuery(userId).queryKey);
  const sells = queryClient.getQueryData(sellsQuery(userId).queryKey);
  const status = queryClient.getQueryData(statusQuery().queryKey);
  if (since === null || permission() !== 'granted') return;
  if (!stakes || !bonds || !sells || !status) return;
  const own = { stakes, bonds, sells, isPaused: status.paused };
  const asked = { since: instant(since), sent: new Set(told) };
  const now = instant(Math.floor(Date.now() + serverOffsetMs()));
  for (const reminder of dueReminders(watchedOf(own), asked, now)) {
    rememberTold(reminder.key);
    notify(noteOf({ ...reminder, until: isoOrNull(reminder.until) }));
  }
}

/** What a user has, as far as reminders go. */
type Own = Pick<Positions, 'stakes' | 'bonds' | 'sells' | 'isPaused'>;

/** The same as the rule takes it. */
function watchedOf({ stakes, bonds, sells, isPaused }: Own): ReminderSources {
  return {
    isPaused,
    vaults: stakes.map((stake) => ({
      id: stake.id,
      cycleNumber: stake.cycleNumber,
      maturesAt: at(stake.vaultEndTime),
      windowEndsAt: at(stake.restakeWindowEndTime),
      isCompleted: stake.status === 'completed',
    })),
    bonds: bonds.map(({ id, lmtAmount, status, bondingEndTime }) => ({
      id,
      lmt: lmtAmount,
      claimableAt: status === 'confirmed' ? at(bondingEndTime) : null,
    })),
    sells: sells.map(({ id, lmtAmount, status, reviewedAt, payout }) => ({
      id,
      lmt: lmtAmount,
      decided:
        reviewedAt !== null && (status === 'approved' || status === 'rejected')
          ? { as: status, at: instant(Date.parse(reviewedAt)) }
          : null,
      paidAt: payout?.status === 'finalized' ? at(payout.settledAt) : null,
    })),
  };
}

function at(iso: string | null): Instant | null {
  return iso === null ? null : instant(Date.parse(iso));
}
