import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { ChangeHub } from '../events/changes.ts';
import type { Database, Session, TransactionOptions } from './database.ts';
import { inTransaction, sessionOf, types } from './driver.ts';
import { EngineSocket } from './engine-socket.ts';

/** One after the other, in the order in which they came. */
class Turns {
  #last: Promise<unknown>;

  constructor(first: Promise<unknown>) {
    this.#last = first;
    first.catch(() => {});
  }

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

/** A database on an engine that runs already; closing it closes the engine. */
export function fromPglite(
  engine: PGlite,
  release: () => Promise<void> = async () => {},
): Database {
  // The engine has one connection: asking it from inside a transaction would wait for itself for ever.
  const inside = new AsyncLocalStorage<true>();
  const changes = new ChangeHub();
  // The same driver as for a server: it has the engine parse and plan each statement once.
  const client = new pg.Client({
    stream: () => new EngineSocket(engine),
    user: 'postgres',
    database: 'postgres',
    types,
  });
  client.on('error', () => {});
  const turns = new Turns(client.connect());
  const outer = sessionOf(client, (changed) => changes.publish([changed]));
  const turn = <T>(work: () => Promise<T>): Promise<T> => {
    if (inside.getStore()) {
      return Promise.reject(new Error('inside a transaction, ask the session that it hands out'));
    }
    return turns.take(work);
  };
  const transacted = async <T>(
    work: (session: Session) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T> => {
    try {
      const { result, noted } = await inside.run(true, () => inTransaction(client, work, options));
      changes.publish(noted);
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  };
  return {
    ...outer,
    kind: 'pglite',
    changes,
    query: (asked, params) => turn(() => outer.query(asked, params)),
    exec: (script) => turn(() => outer.exec(script)),
    transaction: (work, options) => turn(() => transacted(work, options)),
    async close() {
      await turns.take(() => client.end());
      await engine.close();
      await release();
    },
  };
}

/** Takes a folder for this process alone, or rejects and names the remedy. */
type LockFolder = (folder: string, remedy: string) => Promise<() => Promise<void>>;

/** The embedded PostgreSQL in a folder; a second process on the same folder is refused. */
export async function openPglite(dataDir: string, lock: LockFolder): Promise<Database> {
  const folder = join(dataDir, 'database');
  await mkdir(folder, { recursive: true });
  const release = await lock(folder, 'set DATA_DIR to another folder');
  try {
    return fromPglite(await startEngine(folder), release);
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * V8's flags for the engine: half of a start would go into code that it hardly uses again. A function is
 * checked when it first runs, and compiled well late (in V8's measure, where Node 20 takes 1,800,000).
 */
const V8_FLAGS = ['--wasm-lazy-validation', '--wasm-tiering-budget=50000000'];

/**
 * The engine writes all of its buffers once at each start and never gives them back: PostgreSQL's default is
 * 128 MB. Pages that do not fit are read from the system's own cache of the files.
 */
const SHARED_BUFFERS = '16MB';

/** The engine alone: values are read and written by the driver, which knows the types of arrays. */
class Engine extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}

/** An engine set up as ours are: UTC, little memory. Without a folder it lives in memory. */
export async function startEngine(folder?: string): Promise<PGlite> {
  for (const flag of V8_FLAGS) setFlagsFromString(flag);
  const engine = new Engine({
    ...(folder === undefined ? {} : { dataDir: folder }),
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
  });
  await engine.waitReady;
  await engine.exec(`set timezone = 'UTC'; set datestyle = 'ISO';`);
  return engine;
}
