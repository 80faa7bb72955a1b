import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newId } from './ids.ts';
import type { Changed, Topic } from '../../events/changes.ts';
import { type Database, statement } from './database.ts';
import { instant } from '#domain/base/time';

const CHANNEL = 'lmt_changes';
/** What comes within this time is told together. */
const COALESCE_MS = 100;
/** More users in one message would not fit into its 8,000 bytes: everybody is told then. */
const USERS_MAX = 150;
const RETRY_MS = 1_000;
const NOTIFY = statement('changes-notify', `select pg_notify('${CHANNEL}', $1)`);

/** A message between nodes. */
interface Message {
  readonly from: string;
  readonly userIds: readonly string[] | 'all';
  readonly topics: readonly Topic[];
}

/**
 * Tells the other nodes of a PostgreSQL what this one writes, and this one what they write. A
 * connection that breaks is opened again, and then everybody here is told to read all anew.
 */
export function relayChanges(
  database: Database,
  url: string,
  onError: (err: unknown) => void,
): () => Promise<void> {
  const hub = database.changes;
  const me = newId(instant(Date.now()));
  let waiting: { userIds: Set<string>; topics: Set<Topic> } | null = null;
  const send = async (): Promise<void> => {
    const { userIds, topics } = waiting ?? { userIds: new Set(), topics: new Set() };
    waiting = null;
    const message: Message = {
      from: me,
      userIds: userIds.size > USERS_MAX ? 'all' : [...userIds],
      topics: [...topics],
    };
    await database.query(NOTIFY, [JSON.stringify(message)]).catch(onError);
  };
  const stopRelay = hub.relay(({ userIds, topics }: Changed) => {
    if (!waiting) {
      waiting = { userIds: new Set(), topics: new Set() };
      setTimeout(() => void send(), COALESCE_MS).unref();
    }
    for (const id of userIds) waiting.userIds.add(id);
    for (const topic of topics) waiting.topics.add(topic);
  });
  const hear = (payload: string | undefined): void => {
    const { from, userIds, topics } = JSON.parse(payload ?? '{}') as Message;
    if (from !== me) hub.tell(userIds === 'all' ? 'all' : { userIds, topics });
  };
  const stopped = new AbortController();
  const listening = listen(url, hear, () => hub.tell('all'), onError, stopped.signal);
  return async () => {
    stopRelay();
    stopped.abort();
    await listening;
  };
}

/** Keeps one connection that listens, until it is told to stop. */
async function listen(
  url: string,
  hear: (payload: string | undefined) => void,
  onReturn: () => void,
  onError: (err: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const client = new pg.Client({ connectionString: url, application_name: 'lmt listens' });
    try {
      const ended = new Promise<void>((resolve) => {
        client.once('end', resolve);
        client.once('error', () => resolve());
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      client.on('notification', ({ payload }) => hear(payload));
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (!isFirst) onReturn();
      await ended;
    } catch (err) {
      onError(err);
    }
    client.on('error', () => {});
    await client.end().catch(() => {});
    await sleep(RETRY_MS, null, { signal }).catch(() => {});
  }
}
