import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { newId } from './ids.ts';
import type { Changed, Topic } from '../events/changes.ts';
import type { Tallies, Tally } from '../events/tallies.ts';
import { type Database, statement } from './database.ts';
import { Servers, clientFor } from './servers.ts';
import { instant } from '#domain/base/time';

const CHANNEL = 'lmt_changes';
/** What comes within this time is told together. */
const COALESCE_MS = 100;
/** More users in one message would not fit into its 8,000 bytes: everybody is told then. */
const USERS_MAX = 150;
const RETRY_MS = 1_000;
/** How often the others are told who asks much. */
const TALLIES_MS = 500;
/** A server that is gone without a word is noticed by asking it. */
const ASK_MS = 5_000;
const NOTIFY = statement('changes-notify', `select pg_notify('${CHANNEL}', $1)`);

/** A message between nodes. */
interface Message {
  readonly from: string;
  readonly userIds: readonly string[] | 'all';
  readonly topics: readonly Topic[];
  /** Absent where a node of an older version tells. */
  readonly tallies?: readonly Tally[];
}

interface RelayOptions {
  readonly database: Database;
  /** As in DATABASE_URL. */
  readonly url: string;
  readonly tallies: Tallies;
  readonly onError: (err: unknown) => void;
}

/**
 * Tells the other nodes of a PostgreSQL what this one writes and how often it is asked, and this one what
 * they tell. A connection that breaks is opened again, and then every client of this node is told to read all again.
 */
export function relayChanges({
  database,
  url,
  tallies,
  onError,
}: RelayOptions): () => Promise<void> {
  const hub = database.changes;
  const me = newId(instant(Date.now()));
  const tell = (message: Omit<Message, 'from'>): void =>
    void database.query(NOTIFY, [JSON.stringify({ from: me, ...message })]).catch(onError);
  const stopRelay = hub.relay(gathered(tell));
  const telling = setInterval(() => {
    const unsent = tallies.unsent();
    if (unsent.length > 0) tell({ userIds: [], topics: [], tallies: unsent });
  }, TALLIES_MS);
  telling.unref();
  const hear = (payload: string | undefined): void => {
    const { from, userIds, topics, tallies: heard = [] } = JSON.parse(payload ?? '{}') as Message;
    if (from === me) return;
    tallies.merge(from, heard);
    if (userIds.length > 0 || topics.length > 0) {
      hub.notify(userIds === 'all' ? 'all' : { userIds, topics });
    }
  };
  const stopped = new AbortController();
  const listening = listen(
    url,
    { hear, onReturn: () => hub.notify('all'), onError },
    stopped.signal,
  );
  return async () => {
    stopRelay();
    clearInterval(telling);
    stopped.abort();
    await listening;
  };
}

/** Tells together what comes within a moment. */
function gathered(tell: (message: Omit<Message, 'from'>) => void): (changed: Changed) => void {
  let waiting: { userIds: Set<string>; topics: Set<Topic> } | null = null;
  const send = (): void => {
    const { userIds, topics } = waiting ?? { userIds: new Set(), topics: new Set() };
    waiting = null;
    const isMany = userIds.size > USERS_MAX;
    tell({ userIds: isMany ? 'all' : [...userIds], topics: [...topics] });
  };
  return ({ userIds, topics }) => {
    if (!waiting) {
      waiting = { userIds: new Set(), topics: new Set() };
      setTimeout(send, COALESCE_MS).unref();
    }
    for (const id of userIds) waiting.userIds.add(id);
    for (const topic of topics) waiting.topics.add(topic);
  };
}

/** Keeps one connection that listens, to whichever server takes writes, until it is told to stop. */
async function listen(
  url: string,
  {
    hear,
    onReturn,
    onError,
  }: {
    readonly hear: (payload: string | undefined) => void;
    readonly onReturn: () => void;
    readonly onError: (err: unknown) => void;
  },
  signal: AbortSignal,
): Promise<void> {
  const Client = clientFor(new Servers(url));
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const client = new Client({
      application_name: 'lmt listens',
      connectionTimeoutMillis: ASK_MS,
      query_timeout: ASK_MS,
    });
    try {
      client.on('notification', ({ payload }) => hear(payload));
      const ended = endOf(client, signal);
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (!isFirst) onReturn();
      const silence = answering(client, signal);
      // Of a connection that ended by itself it hears later.
      silence.catch(() => {});
      await Promise.race([ended, silence]);
    } catch (err) {
      onError(err);
    }
    await client.end().catch(() => {});
    await sleep(RETRY_MS, null, { signal }).catch(() => {});
  }
}

/** Resolves when the connection has ended, or is to end. */
function endOf(client: pg.Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.once('end', resolve);
    client.once('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Rejects once the server does not answer any more. */
async function answering(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(ASK_MS, null, { signal, ref: false }).catch(() => {});
    if (!signal.aborted) await client.query('select 1');
  }
}
