import pg from 'pg';
import { ChangeHub, type Changed } from '../../events/changes.ts';
import {
  type Database,
  type Param,
  type Session,
  type Statement,
  parseTimestamp,
} from './database.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** Reads a column by its type: exact integers, instants as milliseconds. */
function typeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8) return BigInt;
  if (oid === TIMESTAMPTZ) return parseTimestamp;
  return pg.types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;

function sessionOf(client: Pick<pg.ClientBase, 'query'>, note: Session['note']): Session {
  return {
    async query<Row>({ name, text }: Statement, params: readonly Param[] = []) {
      const { rows } = await client.query({ name, text, values: params.map(bound) });
      return rows as Row[];
    },
    async exec(script) {
      await client.query(script);
    },
    note,
  };
}

const bound = (param: Param): Param => (typeof param === 'bigint' ? param.toString() : param);

/** A pool of connections to a PostgreSQL server. */
export function openPostgres(url: string, connections = 16): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'lmt',
    // Every statement is short: compiling one would take longer than running it.
    options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  });
  // An idle connection that breaks is replaced by the pool; whoever asks next sees the failure.
  pool.on('error', () => {});
  const changes = new ChangeHub();
  return {
    ...sessionOf(pool, (changed) => changes.publish([changed])),
    kind: 'postgres',
    changes,
    async transaction(work) {
      const client = await pool.connect();
      // A connection that breaks says so here too; without a listener that would end the process.
      const ignore = (): void => {};
      client.on('error', ignore);
      try {
        await client.query('begin');
        const noted: Changed[] = [];
        const result = await work(sessionOf(client, (changed) => noted.push(changed)));
        await client.query('commit');
        changes.publish(noted);
        client.off('error', ignore);
        client.release();
        return result;
      } catch (error) {
        const undone = await client.query('rollback').catch((e: unknown) => e as Error);
        // A broken connection keeps its listener: it is thrown away, and may complain once more.
        if (!(undone instanceof Error)) client.off('error', ignore);
        client.release(undone instanceof Error ? undone : undefined);
        throw error;
      }
    },
    close: () => pool.end(),
  };
}
