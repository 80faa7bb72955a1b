import type { ServerResponse } from 'node:http';
import { type ChangedReads, USER_READS } from '#contract/base/events';
import { PATHS } from '#contract/base/paths';
import { refuse } from '#domain/base/result';
import type { FastifyInstance } from 'fastify';
import type { ChangeHub, ChangeNotice } from '../events/changes.ts';
import { sendRefusal } from './refusals.ts';
import type { Guard } from '../base/route.ts';
import { ConcurrencyLimit } from '../base/concurrency-limit.ts';
import { incomingOf } from './incoming.ts';

/** Interval of a heartbeat, which prevents proxies from closing the stream, and of checking the session. */
const HEARTBEAT_MS = 20_000;
const ALIVE = 'event: alive\ndata: {"queries":[]}\n\n';
const RETRY_MS = 2_000;
/** Debounce: changes within this time are sent in one event. */
const COALESCE_MS = 50;
/** Unread bytes above which a client is disconnected. It reconnects and reloads everything. */
const BUFFER_MAX = 256 * 1024;
const STREAMS_MAX = 5_000;
const STREAMS_PER_NETWORK = 50;

/** User of a stream. */
interface Caller {
  readonly userId: string;
  readonly wallet: string;
}

interface Sources {
  readonly changes: ChangeHub;
  readonly owners: ReadonlySet<string>;
  readonly isHttps: boolean;
}

/** Registers `/api/events`, a stream of the queries to refetch. A client gets no events of other users. */
export function events(app: FastifyInstance, sources: Sources, session: Guard<Caller>): void {
  const streams = new Set<ServerResponse>();
  const limit = new ConcurrencyLimit({ max: STREAMS_MAX, maxPerKey: STREAMS_PER_NETWORK });
  app.get(PATHS.events, async (request, reply) => {
    const incoming = incomingOf(request, sources.isHttps);
    // Acquired before the first await, and released when the connection closes.
    const release = limit.acquire(incoming.network);
    if (!release) {
      return sendRefusal(reply, refuse('RATE_LIMITED', { retryAfterSeconds: 60 }).refusal);
    }
    const stream = reply.raw;
    stream.once('close', release);
    const signedIn = await session(incoming);
    const caller = signedIn.ok ? signedIn.value : null;
    reply.hijack();
    if (stream.destroyed) return reply;
    stream.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    streams.add(stream);
    const isReconnect = incoming.headers['last-event-id'] !== undefined;
    const stop = follow(sources, stream, {
      caller,
      isReconnect,
      isValid: async () => (caller === null ? true : (await session(incoming)).ok),
    });
    stream.once('close', () => {
      stop();
      streams.delete(stream);
    });
    return reply;
  });
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end();
  });
}

/** Returns the queries that a caller has to refetch after a change. */
function readsOf(notice: ChangeNotice, caller: Caller | null, isOwner: boolean): readonly string[] {
  if (notice === 'all') return ['all'];
  const own = caller !== null && notice.userIds.includes(caller.userId) ? USER_READS : [];
  // The owner is notified of activity of any user, without the user's id.
  const activity = isOwner && notice.userIds.length > 0 ? ['activity'] : [];
  const topics = notice.topics.filter((topic) => topic !== 'log' && (topic !== 'admin' || isOwner));
  return [...own, ...topics, ...activity];
}

/** Writes a caller's events to a stream. Returns the stop function. */
function follow(
  { changes, owners }: Sources,
  stream: ServerResponse,
  {
    caller,
    isReconnect,
    isValid,
  }: {
    readonly caller: Caller | null;
    readonly isReconnect: boolean;
    readonly isValid: () => Promise<boolean>;
  },
): () => void {
  const isOwner = caller !== null && owners.has(caller.wallet);
  let waiting: Set<string> | null = null;
  let sent = 0;
  const write = (text: string): void => {
    if (stream.writableLength > BUFFER_MAX) stream.destroy();
    else stream.write(text);
  };
  const flush = (): void => {
    const reads: ChangedReads = { queries: [...(waiting ?? [])] };
    waiting = null;
    write(`id: ${(sent += 1)}\nevent: changed\ndata: ${JSON.stringify(reads)}\n\n`);
  };
  const enqueue = (notice: ChangeNotice): void => {
    const reads = readsOf(notice, caller, isOwner);
    if (reads.length === 0) return;
    if (!waiting) {
      waiting = new Set();
      setTimeout(flush, COALESCE_MS).unref();
    }
    for (const read of reads) waiting.add(read);
  };
  write(`retry: ${RETRY_MS}\nid: 0\n: lmt\n\n`);
  if (isReconnect) enqueue('all');
  const unsubscribe = changes.subscribe(enqueue);
  const heartbeat = setInterval(() => {
    isValid().then(
      (isStillValid) => (isStillValid ? write(ALIVE) : stream.end()),
      () => write(ALIVE),
    );
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return () => {
    unsubscribe();
    clearInterval(heartbeat);
  };
}
