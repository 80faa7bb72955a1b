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

/** Now and then an event keeps proxies from closing the stream, shows the page that the stream stands, and whether the session still does. */
const HEARTBEAT_MS = 20_000;
const ALIVE = 'event: alive\ndata: {"queries":[]}\n\n';
const RETRY_MS = 2_000;
/** What comes within this time is told in one event. */
const COALESCE_MS = 50;
/** A client that reads nothing is cut off, and comes back with 'all'. */
const BUFFER_MAX = 256 * 1024;
const STREAMS_MAX = 5_000;
const STREAMS_PER_NETWORK = 50;

/** Who a stream is for. */
interface Caller {
  readonly userId: string;
  readonly wallet: string;
}

interface Sources {
  readonly changes: ChangeHub;
  readonly owners: ReadonlySet<string>;
  readonly isHttps: boolean;
}

/** `/api/events`: one stream per browser that names what to read again. No client hears of another user. */
export function events(app: FastifyInstance, sources: Sources, session: Guard<Caller>): void {
  const streams = new Set<ServerResponse>();
  const limit = new ConcurrencyLimit({ max: STREAMS_MAX, maxPerKey: STREAMS_PER_NETWORK });
  app.get(PATHS.events, async (request, reply) => {
    const incoming = incomingOf(request, sources.isHttps);
    // The place is taken, and will be given back, before anything is awaited.
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
    const comesBack = incoming.headers['last-event-id'] !== undefined;
    const stop = follow(sources, stream, {
      caller,
      comesBack,
      stands: async () => (caller === null ? true : (await session(incoming)).ok),
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

/** Which reads a change means for a caller. */
function readsOf(told: ChangeNotice, caller: Caller | null, isOwner: boolean): readonly string[] {
  if (told === 'all') return ['all'];
  const own = caller !== null && told.userIds.includes(caller.userId) ? USER_READS : [];
  // That any user did something is the owner's to know, not who.
  const activity = isOwner && told.userIds.length > 0 ? ['activity'] : [];
  const topics = told.topics.filter((topic) => topic !== 'log' && (topic !== 'admin' || isOwner));
  return [...own, ...topics, ...activity];
}

/** Writes to a stream what concerns its caller, until it is told to stop. */
function follow(
  { changes, owners }: Sources,
  stream: ServerResponse,
  {
    caller,
    comesBack,
    stands,
  }: {
    readonly caller: Caller | null;
    readonly comesBack: boolean;
    readonly stands: () => Promise<boolean>;
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
  const hear = (told: ChangeNotice): void => {
    const reads = readsOf(told, caller, isOwner);
    if (reads.length === 0) return;
    if (!waiting) {
      waiting = new Set();
      setTimeout(flush, COALESCE_MS).unref();
    }
    for (const read of reads) waiting.add(read);
  };
  write(`retry: ${RETRY_MS}\nid: 0\n: lmt\n\n`);
  if (comesBack) hear('all');
  const unsubscribe = changes.subscribe(hear);
  const heartbeat = setInterval(() => {
    stands().then(
      (isValid) => (isValid ? write(ALIVE) : stream.end()),
      () => write(ALIVE),
    );
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return () => {
    unsubscribe();
    clearInterval(heartbeat);
  };
}
