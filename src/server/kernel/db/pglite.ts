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

/** Queue that runs one task at a time, in order. */
class TaskQueue {
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

/** Builds a database on a running engine. Closing it closes the engine. */
export function fromPglite(
  engine: PGlite,
  release: () => Promise<void> = async () => {},
): Database {
  // The engine has one connection, so a query outside a transaction from inside of it would deadlock.
  const inside = new AsyncLocalStorage<true>();
  const changes = new ChangeHub();
  // The driver prepares statements, so that the engine parses and plans each once.
  const client = new pg.Client({
    stream: () => new EngineSocket(engine),
    user: 'postgres',
    database: 'postgres',
    types,
  });
  client.on('error', () => {});
  const turns = new TaskQueue(client.connect());
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

/** Locks a folder for this process. Rejects with the remedy if another process holds it. */
type LockFolder = (folder: string, remedy: string) => Promise<() => Promise<void>>;

/** Opens the embedded PostgreSQL of a folder. Refuses a second process. */
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
 * V8 flags for the engine. They validate a function at its first call, and optimize it late (Node 20's default
 * budget is 1,800,000), because eager compilation takes half of the start.
 */
const V8_FLAGS = ['--wasm-lazy-validation', '--wasm-tiering-budget=50000000'];

/**
 * Small, because the engine touches all buffers at its start and never frees them; PostgreSQL's default is 128 MB.
 * Other pages are read from the operating system's file cache.
 */
const SHARED_BUFFERS = '16MB';

/** Engine without array types, because the driver parses and serializes values. */
class Engine extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}

/** Starts an engine with UTC and small buffers; in memory if no folder is given. */
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
