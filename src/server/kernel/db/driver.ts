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
/** A migration has many statements, and some reads go over everything. */
const LONG_TIMEOUT_MS = 30 * 60_000;

/** Reads a column by its type: exact integers, instants as milliseconds. */
function typeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8) return BigInt;
  if (oid === TIMESTAMPTZ) return parseTimestamp;
  return pg.types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown;
}

/** How every connection, whatever it is to, reads what it is answered. */
export const types = { getTypeParser: typeParser as typeof pg.types.getTypeParser };

type Connection = Pick<pg.ClientBase, 'query'>;

const bound = (param: Param): Param => (typeof param === 'bigint' ? param.toString() : param);

/** What is asked of one connection; its statements are answered in the time of the connection unless they take long. */
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

/** Does work in a transaction of a connection; answers it with what it has changed, once that is written. */
export async function inTransaction<T>(
  connection: Connection,
  work: (session: Session) => Promise<T>,
  options: TransactionOptions = {},
): Promise<{ readonly result: T; readonly noted: readonly Changed[] }> {
  // It holds up no other's statement: it waits for its locks as long as a statement may take.
  const long = options.takesLong ? `; set local statement_timeout = ${LONG_TIMEOUT_MS}` : '';
  await connection.query(`begin; set local lock_timeout = 0${long}`);
  const noted: Changed[] = [];
  const result = await work(sessionOf(connection, (changed) => noted.push(changed), options));
  const { command } = await connection.query('commit');
  // A transaction whose failed statement was overlooked is undone by its commit.
  if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed');
  return { result, noted };
}
