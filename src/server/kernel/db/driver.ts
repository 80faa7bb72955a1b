import pg from 'pg';
import type { Changed } from '../events/changes.ts';
import {
  type Param,
  type Session,
  type Statement,
  type TransactionOptions,
  parseTimestamp,
} from './database.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
/** Time limit of migrations and of reads that scan whole tables. */
const LONG_TIMEOUT_MS = 30 * 60_000;

/** Returns the parser of a column type: int8 to bigint, timestamptz to milliseconds. */
function typeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8) return BigInt;
  if (oid === TIMESTAMPTZ) return parseTimestamp;
  return pg.types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown;
}

/** Type parsers of every connection. */
export const types = { getTypeParser: typeParser as typeof pg.types.getTypeParser };

type Connection = Pick<pg.ClientBase, 'query'>;

const bound = (param: Param): Param => (typeof param === 'bigint' ? param.toString() : param);

/** Builds the session of a connection. `takesLong` raises the connection's time limit of statements. */
export function sessionOf(
  connection: Connection,
  note: Session['note'],
  { takesLong = false }: TransactionOptions = {},
): Session {
  const long = { query_timeout: LONG_TIMEOUT_MS };
  return {
    async query<Row>({ name, text }: Statement, params: readonly Param[] = []) {
      const asked = { name, text, values: params.map(bound), ...(takesLong && long) };
      const { rows } = await connection.query(asked);
      return rows as Row[];
    },
    async exec(script) {
      await connection.query({ text: script, ...long });
    },
    note,
  };
}

/** Runs work in a transaction and commits it. Returns its result and the changes that it recorded. */
export async function inTransaction<T>(
  connection: Connection,
  work: (session: Session) => Promise<T>,
  options: TransactionOptions = {},
): Promise<{ readonly result: T; readonly noted: readonly Changed[] }> {
  // No lock timeout, because a transaction shares no batch; its locks wait as long as a statement may take.
  const long = options.takesLong ? `; set local statement_timeout = ${LONG_TIMEOUT_MS}` : '';
  await connection.query(`begin; set local lock_timeout = 0${long}`);
  const noted: Changed[] = [];
  const result = await work(sessionOf(connection, (changed) => noted.push(changed), options));
  const { command } = await connection.query('commit');
  // COMMIT rolls back if a statement of the transaction had failed.
  if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed');
  return { result, noted };
}
