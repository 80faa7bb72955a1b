/**
 * A server that is killed with SIGKILL, by itself, at any boundary between two steps of what it does. A
 * step is a statement on the database, a transaction's begin or commit, or a question to the chain. The
 * database (on PostgreSQL where a server was found, which is faster to come back to, else PGlite in a
 * folder) and the chain (of the test's own process, asked over HTTP) survive it.
 *
 *     const server = await KillableServer.open();
 *     const user = await server.world.user();     // a World like any other, but its server is elsewhere
 *     const ran = await server.run(() => user.post('SOL', '1', paid), { when: 'before', step: 3 });
 *     // ran.killedAt says where; the server runs again by now. Not killed: ran.answer and ran.steps.
 *     await atEveryStep(server, { prepare, operate, recover });
 *
 * An operation is anything that a world can do: a user's or the owner's call, or `world.settle()`, which
 * runs all jobs. `run` with null only counts. Nothing else may be asked while an operation runs.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { ChangeHub } from '#server/kernel/events/changes';
import type { Database } from '#server/kernel/db/database';
import { type TestDatabase, freshPglite, freshPostgres } from '#test/databases';
import { count } from '#test/prove/effort';
import { bundled } from '#test/support/bundle';
import { World, type WorldOptions } from '#test/world';
import { type Node, type NodeOptions, startNode } from '#test/world/node';
import type { ChainAccess, Place } from './commands.ts';
import { ServerProcess } from './server-process.ts';
import type { KillAt } from './steps.ts';

const SERVER = process.env['TEST_DATABASE_URL'];
const CHILD = await bundled(new URL('child.ts', import.meta.url));

/** What became of an operation. */
export type Ran<T> =
  | { readonly killedAt: string }
  | { readonly killedAt: null; readonly answer: T; readonly steps: readonly string[] };

export class KillableServer {
  /** Set right after the world that needs it to be opened. */
  #world: World | null = null;
  /** Set by the world that it opens, before anything is asked. */
  #place: Place = { dataDir: '' };
  #process: ServerProcess;
  #chain: ChainAccess | null = null;
  #alert: (what: string, details: object) => void = () => {};

  private constructor() {
    this.#process = this.#spawn();
  }

  /** A world whose only server is one to kill. */
  static async open(options: Pick<WorldOptions, 'steady'> = {}): Promise<KillableServer> {
    const server = new KillableServer();
    server.#world = await World.open({
      ...options,
      fresh: () => (SERVER === undefined ? server.#embedded() : server.#onPostgres(SERVER)),
      start: (given) => server.#start(given),
    });
    return server;
  }

  get world(): World {
    if (!this.#world) throw new Error('the world is not open yet');
    return this.#world;
  }

  /** Runs an operation; where the server is killed in it, it runs again when this answers. */
  async run<T>(operation: () => Promise<T>, killAt: KillAt | null): Promise<Ran<T>> {
    const running = this.#process;
    await running.ask('count', killAt);
    const [outcome] = await Promise.allSettled([operation()]);
    if (running.isGone) {
      const { signal, step } = await running.ended;
      if (!killAt || signal !== 'SIGKILL' || step === '')
        throw new Error('the server died by itself');
      await this.restart();
      return { killedAt: nameOf(killAt, step) };
    }
    const steps = await running.ask('stop');
    if (outcome.status === 'rejected') throw outcome.reason;
    return { killedAt: null, answer: outcome.value, steps };
  }

  /** Runs the named jobs once, in their order; `world.settle()` runs all. */
  runJobs(...names: readonly string[]): Promise<void> {
    return this.#process.ask('runJobs', names);
  }

  /** The server once more on what is left; killed first where it still runs. */
  async restart(): Promise<void> {
    await this.#ended();
    this.#process = this.#spawn();
    await this.#process.ask('open', this.#place);
    if (this.#chain) await this.#process.ask('start', this.#chain);
  }

  /** Starts it once more without the treasury's key: from here on the owner's wallet signs payouts. */
  async takeKey(): Promise<void> {
    if (this.#chain) this.#chain = { ...this.#chain, isKeyless: true };
    await this.restart();
  }

  #spawn(): ServerProcess {
    return new ServerProcess(CHILD, (what, details) => this.#alert(what, details));
  }

  async #onPostgres(address: string): Promise<TestDatabase> {
    const stored = await freshPostgres(address);
    await this.#openAt({ url: stored.url ?? '' });
    return { ...stored, close: () => this.#ended().then(() => stored.close()) };
  }

  async #embedded(): Promise<TestDatabase> {
    const dataDir = await mkdtemp(join(tmpdir(), 'lmt-killed-'));
    await (await freshPglite(join(dataDir, 'database'))).close();
    await this.#openAt({ dataDir });
    const close = (): Promise<void> => this.#ended().then(() => rm(dataDir, { recursive: true }));
    return { database: this.#database(close), url: null, close };
  }

  async #openAt(place: Place): Promise<void> {
    this.#place = place;
    await this.#process.ask('open', place);
  }

  async #ended(): Promise<void> {
    this.#process.kill();
    await this.#process.ended;
  }

  /** An embedded database as the process that has it reaches it, behind the app's back. */
  #database(close: () => Promise<void>): Database {
    const noTransaction = (): Promise<never> =>
      Promise.reject(new Error('transactions are the server’s'));
    return {
      kind: 'pglite',
      changes: new ChangeHub(),
      note: () => {},
      query: async <Row>(...asked: Parameters<Database['query']>) =>
        (await this.#process.ask('query', ...asked)) as Row[],
      exec: (script) => this.#process.ask('exec', script),
      transaction: noTransaction,
      close,
    };
  }

  /** What the world takes for a server in this process, and is the one in the other. */
  async #start(options: NodeOptions): Promise<Node> {
    const { net, wallets, time, parts } = options;
    const chain = await serve(async (path, body) => {
      if (path === '/clock') return String(await time.advance(Number(body)));
      if (path === '/airdrop') {
        const [address = '', lamports = ''] = body.split(' ');
        return net.airdrop(address, BigInt(lamports));
      }
      return (await net.respond(body)).body;
    });
    const { port } = chain.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    this.#alert = parts?.alert ?? this.#alert;
    this.#chain = { origin, wallets, faucetAddress: net.faucetAddress, isKeyless: false };
    await this.#process.ask('start', this.#chain);
    const here = await startNode(options);
    const inject = (request: InjectOptions) => this.#process.ask('inject', request);
    return {
      parts: here.parts,
      app: { inject } as unknown as FastifyInstance, // of which a World uses nothing else
      scheduler: { runAll: () => this.#process.ask('runJobs', null) },
      async close() {
        await here.close();
        chain.closeAllConnections();
        chain.close();
      },
    };
  }
}

/** Answers what is posted to any path, on a port of this machine. */
async function serve(answer: (path: string, body: string) => Promise<string>): Promise<Server> {
  const server = createServer((request, response) => {
    text(request)
      .then((body) => answer(request.url ?? '', body))
      .then(
        (answered) => response.end(answered),
        (error: unknown) => response.destroy(error as Error),
      );
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return server;
}

/** An operation, each time on a case of its own, and what must hold when its server was killed in it. */
export interface Killing<Case> {
  readonly prepare: () => Promise<Case>;
  readonly operate: (one: Case) => Promise<unknown>;
  /** After the restart: what clients repeat and jobs do, and what is then expected. */
  readonly recover: (one: Case) => Promise<void>;
}

/**
 * Kills the server before every step of an operation, and after the last one, when all is done and
 * nobody told: a kill after a step leaves what a kill before the next one leaves. Answers the names of
 * the steps.
 */
export async function atEveryStep<Case>(
  server: KillableServer,
  { prepare, operate, recover }: Killing<Case>,
): Promise<readonly string[]> {
  const ranWith = async (killAt: KillAt | null): Promise<Ran<unknown>> => {
    const one = await prepare();
    const ran = await server.run(() => operate(one), killAt);
    try {
      await recover(one);
      await server.world.expectSound();
    } catch (error) {
      throw new Error(`killed ${ran.killedAt ?? 'nowhere'}`, { cause: error });
    }
    return ran;
  };
  const alone = await ranWith(null);
  if (alone.killedAt !== null) throw new Error('killed without being told to');
  const { steps } = alone;
  const boundaries = steps.map((name, i) => ({ when: 'before', step: i + 1, name }) as const);
  const last = { when: 'after', step: steps.length, name: steps.at(-1) ?? '' } as const;
  for (const boundary of [...boundaries, last]) {
    const { killedAt } = await ranWith(boundary);
    // It takes the same steps each time, or some boundary would be missed.
    if (killedAt !== nameOf(boundary, boundary.name)) {
      throw new Error(`killed ${killedAt ?? 'nowhere'}, not ${nameOf(boundary, boundary.name)}`);
    }
  }
  count('kills at a step', boundaries.length + 1);
  return steps;
}

const nameOf = ({ when, step }: KillAt, name: string): string => `${when} step ${step}, ${name}`;
