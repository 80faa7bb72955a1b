/**
 * Server that kills itself with SIGKILL at any boundary between two steps. A step is a database statement, a
 * begin or commit, or a call to the chain. Database and chain survive: the database is PostgreSQL if
 * available (faster to reopen), otherwise PGlite in a folder; the chain runs in the test's process behind
 * HTTP.
 *
 * const server = await KillableServer.open();
 * const user = await server.world.user(); // a World whose server runs elsewhere
 * const ran = await server.run(() => user.post('SOL', '1', paid), { when: 'before', step: 3 });
 * // ran.killedAt names the step; the server has restarted. Not killed: ran.answer and ran.steps.
 * await atEveryStep(server, { prepare, operate, recover });
 *
 * An operation is any call of a user or the owner, or `world.settle()`, which runs all jobs. `run` with null
 * only counts. Nothing else may be requested while an operation runs.
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
import type { ChainAccess, DatabaseLocation } from './commands.ts';
import { ServerProcess } from './server-process.ts';
import type { KillAt } from './steps.ts';

const SERVER = process.env['TEST_DATABASE_URL'];
const CHILD = await bundled(new URL('child.ts', import.meta.url));

/** Outcome of an operation. */
export type RunOutcome<T> =
  | { readonly killedAt: string }
  | { readonly killedAt: null; readonly answer: T; readonly steps: readonly string[] };

export class KillableServer {
  /** Set after the world is opened, because the world needs this object. */
  #world: World | null = null;
  /** Set by the world when it opens, before the first command. */
  #place: DatabaseLocation = { dataDir: '' };
  #process: ServerProcess;
  #chain: ChainAccess | null = null;
  #alert: (what: string, details: object) => void = () => {};

  private constructor() {
    this.#process = this.#spawn();
  }

  /** Opens a world whose only server is killable. */
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

  /** Runs an operation. If it killed the server, restarts it before returning. */
  async run<T>(operation: () => Promise<T>, killAt: KillAt | null): Promise<RunOutcome<T>> {
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

  /** Runs the named jobs once, in order; `world.settle()` runs all. */
  runJobs(...names: readonly string[]): Promise<void> {
    return this.#process.ask('runJobs', names);
  }

  /** Restarts the server on the surviving data; kills it first if it still runs. */
  async restart(): Promise<void> {
    await this.#ended();
    this.#process = this.#spawn();
    await this.#process.ask('open', this.#place);
    if (this.#chain) await this.#process.ask('start', this.#chain);
  }

  /** Restarts the server without the treasury's key, so that the owner's wallet signs payouts. */
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

  async #openAt(place: DatabaseLocation): Promise<void> {
    this.#place = place;
    await this.#process.ask('open', place);
  }

  async #ended(): Promise<void> {
    this.#process.kill();
    await this.#process.ended;
  }

  /** Embedded database of another process, accessed without counting steps. */
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

  /** Node handle of the world for the server in the other process. */
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
      app: { inject } as unknown as FastifyInstance, // A World uses only `inject`.
      scheduler: { runAll: () => this.#process.ask('runJobs', null) },
      async close() {
        await here.close();
        chain.closeAllConnections();
        chain.close();
      },
    };
  }
}

/** Serves POST requests to any path on a local port. */
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

/** An operation on a new case each time, and the recovery after its server was killed. */
export interface KillCase<Case> {
  readonly prepare: () => Promise<Case>;
  readonly operate: (one: Case) => Promise<unknown>;
  /** After the restart: runs the clients' retries and the jobs, then the expectations. */
  readonly recover: (one: Case) => Promise<void>;
}

/**
 * Kills the server before every step of an operation, and once after the last one, before the response. A
 * kill after a step equals a kill before the next one. Returns the names of the steps.
 */
export async function atEveryStep<Case>(
  server: KillableServer,
  { prepare, operate, recover }: KillCase<Case>,
): Promise<readonly string[]> {
  const ranWith = async (killAt: KillAt | null): Promise<RunOutcome<unknown>> => {
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
    // The steps must be the same each time, otherwise a boundary would be missed.
    if (killedAt !== nameOf(boundary, boundary.name)) {
      throw new Error(`killed ${killedAt ?? 'nowhere'}, not ${nameOf(boundary, boundary.name)}`);
    }
  }
  count('kills at a step', boundaries.length + 1);
  return steps;
}

const nameOf = ({ when, step }: KillAt, name: string): string => `${when} step ${step}, ${name}`;
