import { mkdtemp, rm } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { freshPostgres } from '../test/databases.ts';
import { smallPortfolios } from './api.ts';
import { type Shot, answerIn, wireOf } from './load.ts';
import { scratch } from './pgbench.ts';
import type { Row } from './row.ts';
import { residentMb, startUnlimited } from './server.ts';

/** As many as keep a node busy, each asking again when it is answered. */
const SATURATING = 32;
/** Enough that one is always free to ask. */
const CROWD = 2_000;
const TIMES = 4;
const SECONDS = 6;
/** Before it counts: a crowd that comes out of nothing is refused first. */
const BEFORE_MS = 1_000;
const TICK_MS = 5;
const LATER = 5;
const MEMORY = 1.5;

/** Four times as much is asked of a node as it can do: what is served is served in time, the rest told at once. */
export async function overload(report: (row: Row) => void): Promise<void> {
  const { server } = scratch();
  const stored = await freshPostgres(server);
  const dataDir = await mkdtemp(join(tmpdir(), 'lmt-bench-'));
  try {
    const next = await smallPortfolios(stored.database, await readClock(stored.database));
    const app = await startUnlimited(dataDir, { DATABASE_URL: stored.url ?? '' });
    try {
      await asked(app.url, next, { connections: SATURATING, perSecond: null });
      const calm = await asked(app.url, next, { connections: SATURATING, perSecond: null });
      const before = await residentMb(app.url);
      const perSecond = TIMES * calm.served;
      const stormy = await asked(app.url, next, { connections: CROWD, perSecond });
      const after = await residentMb(app.url);
      const ratio = stormy.p99Ms / calm.p99Ms;
      report({
        name: `portfolio, ${TIMES} × as much asked as can be served (p99 of what is served)`,
        floor: `${calm.p99Ms.toFixed(0)} ms at ${Math.round(calm.served)} a second`,
        ours: `${stormy.p99Ms.toFixed(0)} ms, ${Math.round(stormy.served)} served, ${Math.round(stormy.refused)} told to come again in ${stormy.refusedP99Ms.toFixed(0)} ms`,
        ratio,
        goal: `≤ ${LATER}`,
        holds: ratio <= LATER,
      });
      report({
        name: 'resident memory after it (MB)',
        floor: `${Math.round(before)} before`,
        ours: `${Math.round(after)}`,
        ratio: after / before,
        goal: `≤ ${MEMORY}`,
        holds: after / before <= MEMORY,
      });
    } finally {
      await app.close();
    }
  } finally {
    await stored.close();
    await rm(dataDir, { recursive: true });
  }
}

/** Answers a second, and how late they came. */
interface Answers {
  readonly served: number;
  readonly refused: number;
  readonly p99Ms: number;
  readonly refusedP99Ms: number;
}

/** A connection that asks one thing at a time; one that was closed while it was idle is opened again. */
class Caller {
  readonly #url: URL;
  #socket: Socket | null = null;
  #bytes: Buffer = Buffer.alloc(0);
  #answered: ((status: number) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  constructor(url: string) {
    this.#url = new URL(url);
    this.#socket = this.#open();
  }

  #open(): Socket {
    const { hostname, port } = this.#url;
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#bytes = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      const answer = answerIn(this.#bytes);
      if (!answer) return;
      this.#bytes = this.#bytes.subarray(answer.length);
      this.#answered?.(answer.status);
    });
    socket.on('error', (error) => this.#failed?.(error));
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = null;
      this.#failed?.(new Error('the connection was closed before its answer'));
    });
    return socket;
  }

  async ask(shot: Shot): Promise<{ readonly status: number; readonly tookMs: number }> {
    const since = performance.now();
    this.#socket ??= this.#open();
    const socket = this.#socket;
    const status = await new Promise<number>((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      socket.write(wireOf(shot, this.#url.host));
    });
    this.#failed = null;
    return { status, tookMs: performance.now() - since };
  }

  close(): void {
    this.#socket?.destroy();
  }
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

/** Asks for some seconds: each connection as soon as it is answered, or so many a second on all of them. */
async function asked(
  url: string,
  next: () => Shot,
  { connections, perSecond }: { readonly connections: number; readonly perSecond: number | null },
): Promise<Answers> {
  const idle = Array.from({ length: connections }, () => new Caller(url));
  const callers = [...idle];
  // All are connected before: a node takes one new connection in each turn of its loop.
  for (const caller of callers) await caller.ask(next());
  const first = performance.now();
  const start = first + BEFORE_MS;
  const served: number[] = [];
  const refused: number[] = [];
  const underWay = new Set<Promise<void>>();
  const begin = (caller: Caller): void => {
    const asking = caller.ask(next()).then(({ status, tookMs }) => {
      if (status !== 200 && status !== 503) throw new Error(`it answered ${status}`);
      if (performance.now() - tookMs >= start) (status === 200 ? served : refused).push(tookMs);
      underWay.delete(asking);
      idle.push(caller);
    });
    underWay.add(asking);
  };
  let offered = 0;
  for (let now = first; now < start + SECONDS * 1_000; now = performance.now()) {
    const due = perSecond === null ? Infinity : ((now - first) / 1_000) * perSecond - offered;
    for (let i = 0; i < due && idle.length > 0; i += 1) {
      begin(idle.pop() as Caller);
      offered += 1;
    }
    if (perSecond === null) await Promise.race(underWay);
    else await sleep(TICK_MS);
  }
  await Promise.all(underWay);
  const seconds = (performance.now() - start) / 1_000;
  for (const caller of callers) caller.close();
  return {
    served: served.length / seconds,
    refused: refused.length / seconds,
    p99Ms: p99(served),
    refusedP99Ms: p99(refused),
  };
}
