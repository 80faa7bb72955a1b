import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { newId } from './ids.ts';
import type { Changed, Topic } from '../events/changes.ts';
import type { Tallies, Tally } from '../events/tallies.ts';
import { type Database, statement } from './database.ts';
import { Servers, clientFor } from './servers.ts';
import { instant } from '#domain/base/time';

const CHANNEL = 'lmt_changes';
/** Debounce: changes within this time are sent in one message. */
const COALESCE_MS = 100;
/** Maximum user ids in a message of 8,000 bytes. If there are more, the message is for all users. */
const USERS_MAX = 150;
const RETRY_MS = 1_000;
/** Interval of sending request counts to the other nodes. */
const TALLIES_MS = 500;
/** Interval and timeout of a query that detects a dead connection. */
const PING_MS = 5_000;
const NOTIFY = statement('changes-notify', `select pg_notify('${CHANNEL}', $1)`);

/** A message between nodes. */
interface Message {
  readonly from: string;
  readonly userIds: readonly string[] | 'all';
  readonly topics: readonly Topic[];
  /** Undefined in messages of nodes of an older version. */
  readonly tallies?: readonly Tally[];
}

interface RelayOptions {
  readonly database: Database;
  /** Value of DATABASE_URL. */
  readonly url: string;
  readonly tallies: Tallies;
  readonly onError: (err: unknown) => void;
}

/**
 * Relays changes and request counts between the nodes of a PostgreSQL database with LISTEN and NOTIFY. A lost
 * connection is reopened; all clients of this node are then notified to reload everything. Returns its stop function.
 */
export function relayChanges({
  database,
  url,
  tallies,
  onError,
}: RelayOptions): () => Promise<void> {
  const hub = database.changes;
  const me = newId(instant(Date.now()));
  const send = (message: Omit<Message, 'from'>): void =>
    void database.query(NOTIFY, [JSON.stringify({ from: me, ...message })]).catch(onError);
  const stopRelay = hub.relay(debounced(send));
  const sending = setInterval(() => {
    const unsent = tallies.unsent();
    if (unsent.length > 0) send({ userIds: [], topics: [], tallies: unsent });
  }, TALLIES_MS);
  sending.unref();
  const receive = (payload: string | undefined): void => {
    const { from, userIds, topics, tallies: counted = [] } = JSON.parse(payload ?? '{}') as Message;
    if (from === me) return;
    tallies.merge(from, counted);
    if (userIds.length > 0 || topics.length > 0) {
      hub.notify(userIds === 'all' ? 'all' : { userIds, topics });
    }
  };
  const stopped = new AbortController();
  const listening = listen(
    url,
    { receive, onReturn: () => hub.notify('all'), onError },
    stopped.signal,
  );
  return async () => {
    stopRelay();
    clearInterval(sending);
    stopped.abort();
    await listening;
  };
}

/** Combines changes within `COALESCE_MS` into one message. */
function debounced(send: (message: Omit<Message, 'from'>) => void): (changed: Changed) => void {
  let waiting: { userIds: Set<string>; topics: Set<Topic> } | null = null;
  const flush = (): void => {
    const { userIds, topics } = waiting ?? { userIds: new Set(), topics: new Set() };
    waiting = null;
    const isMany = userIds.size > USERS_MAX;
    send({ userIds: isMany ? 'all' : [...userIds], topics: [...topics] });
  };
  return ({ userIds, topics }) => {
    if (!waiting) {
      waiting = { userIds: new Set(), topics: new Set() };
      setTimeout(flush, COALESCE_MS).unref();
    }
    for (const id of userIds) waiting.userIds.add(id);
    for (const topic of topics) waiting.topics.add(topic);
  };
}

/** Keeps a listening connection to the server that accepts writes, until aborted. */
async function listen(
  url: string,
  {
    receive,
    onReturn,
    onError,
  }: {
    readonly receive: (payload: string | undefined) => void;
    readonly onReturn: () => void;
    readonly onError: (err: unknown) => void;
  },
  signal: AbortSignal,
): Promise<void> {
  const Client = clientFor(new Servers(url));
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const client = new Client({
      application_name: 'lmt listens',
      connectionTimeoutMillis: PING_MS,
      query_timeout: PING_MS,
    });
    try {
      client.on('notification', ({ payload }) => receive(payload));
      const ended = endOf(client, signal);
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (!isFirst) onReturn();
      const silence = answering(client, signal);
      // Prevents an unhandled rejection if the connection has ended by itself.
      silence.catch(() => {});
      await Promise.race([ended, silence]);
    } catch (err) {
      onError(err);
    }
    await client.end().catch(() => {});
    await sleep(RETRY_MS, null, { signal }).catch(() => {});
  }
}

/** Resolves when the connection has ended or the signal is aborted. */
function endOf(client: pg.Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.once('end', resolve);
    client.once('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Pings the server. Rejects when it no longer responds. */
async function answering(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(PING_MS, null, { signal, ref: false }).catch(() => {});
    if (!signal.aborted) await client.query('select 1');
  }
}
