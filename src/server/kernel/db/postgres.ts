import pg from 'pg';
import { isDatabaseDown } from '../base/unavailable.ts';
import { ChangeHub } from '../events/changes.ts';
import type { Database, Session } from './database.ts';
import { inTransaction, sessionOf, types } from './driver.ts';
import { Servers, clientFor } from './servers.ts';

/** Maximum wait for a free connection. */
const WAIT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Maximum wait for a row lock, because a statement delays the other requests of its batch. */
const LOCK_TIMEOUT_MS = 5_000;
/** Ends the transaction of a node that stalls inside of it, which releases its locks. */
const IDLE_TIMEOUT_MS = 10_000;
/** Timeout of the node, for a server that hangs and enforces no timeout. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
export interface PoolOptions {
  readonly connections?: number;
  /** Change hub, if it is shared with another pool of the node. */
  readonly changes?: ChangeHub;
  /** Maximum wait for a free connection. */
  readonly waitMs?: number;
  /** Maximum wait for a row lock; 0 for the time limit of a statement. */
  readonly lockTimeoutMs?: number;
}

function poolOf(
  servers: Servers,
  { connections = 16, waitMs = WAIT_MS, lockTimeoutMs = LOCK_TIMEOUT_MS }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    Client: clientFor(servers),
    max: connections,
    connectionTimeoutMillis: waitMs,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'lmt',
    // No JIT, because compiling a short statement takes longer than running it.
    options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
    types,
  });
  // The pool replaces a lost idle connection; without a listener the error would end the process.
  pool.on('error', () => {});
  return pool;
}

/** Connects to the first available server. Tries each once. */
async function connect(pool: pg.Pool, servers: Servers): Promise<pg.PoolClient> {
  for (let left = servers.count - 1; ; left -= 1) {
    const asked = servers.current;
    try {
      return await pool.connect();
    } catch (error) {
      if (left === 0 || servers.current === asked) throw error;
    }
  }
}

/** Opens a pool of connections to the server of `url` that accepts writes. */
export function openPostgres(url: string, options: PoolOptions = {}): Database {
  const servers = new Servers(url);
  const pool = poolOf(servers, options);
  const { changes = new ChangeHub() } = options;
  const note: Session['note'] = (changed) => changes.publish([changed]);
  /** Runs one statement on a connection of the pool. */
  const asked = async <T>(ask: (session: Session) => Promise<T>): Promise<T> => {
    const client = await connect(pool, servers);
    try {
      const answer = await ask(sessionOf(client, note));
      client.release();
      return answer;
    } catch (error) {
      client.release(isDatabaseDown(error));
      throw error;
    }
  };
  return {
    kind: 'postgres',
    changes,
    note,
    query: (statement, params) => asked((session) => session.query(statement, params)),
    exec: (script) => asked((session) => session.exec(script)),
    async transaction(work, options) {
      const client = await connect(pool, servers);
      try {
        const { result, noted } = await inTransaction(client, work, options);
        changes.publish(noted);
        client.release();
        return result;
      } catch (error) {
        // The server rolls back when the connection is closed.
        client.release(isDatabaseDown(error) || (await isRefused(client.query('rollback'))));
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

const isRefused = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => false,
    () => true,
  );
