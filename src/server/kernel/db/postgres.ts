import pg from 'pg';
import { isDatabaseDown } from '../base/unavailable.ts';
import { ChangeHub } from '../events/changes.ts';
import type { Database, Session } from './database.ts';
import { inTransaction, sessionOf, types } from './driver.ts';
import { Servers, clientFor } from './servers.ts';

/** A request waits at most this long for a free connection. */
const WAIT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** A request holds up those that travel with it, so it waits for no row for longer. */
const LOCK_TIMEOUT_MS = 5_000;
/** A node that hangs inside a transaction loses what it has locked. */
const IDLE_TIMEOUT_MS = 10_000;
/** A server that hangs ends no statement by itself. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
export interface PoolOptions {
  readonly connections?: number;
  /** Tells what is written; another pool's, where both are of one node. */
  readonly changes?: ChangeHub;
  /** How long a connection that others use is waited for. */
  readonly waitMs?: number;
  /** How long a row that another holds is waited for; 0 for as long as a statement may take. */
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
    // Every statement is short: compiling one would take longer than running it.
    options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
    types,
  });
  // An idle connection that breaks is replaced by the pool; the next query sees the failure.
  pool.on('error', () => {});
  return pool;
}

/** A connection, to whichever server has one; each is tried once. */
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

/** A pool of connections to the PostgreSQL of DATABASE_URL: one server, or whichever of several takes writes. */
export function openPostgres(url: string, options: PoolOptions = {}): Database {
  const servers = new Servers(url);
  const pool = poolOf(servers, options);
  const { changes = new ChangeHub() } = options;
  const note: Session['note'] = (changed) => changes.publish([changed]);
  /** One statement, on a connection of its own. */
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
        // Without its connection the server undoes it by itself.
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
