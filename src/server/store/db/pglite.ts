import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
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
const parsers = { [INT8]: BigInt, [TIMESTAMPTZ]: parseTimestamp };

function sessionOf(engine: Pick<PGlite, 'query' | 'exec'>, note: Session['note']): Session {
  return {
    async query<Row>({ text }: Statement, params: readonly Param[] = []) {
      const { rows } = await engine.query<Row>(text, params.map(bound), { parsers });
      return rows;
    },
    async exec(script) {
      await engine.exec(script);
    },
    note,
  };
}

const bound = (param: Param): Param => (typeof param === 'bigint' ? param.toString() : param);

/** A database on an engine that runs already; closing it closes the engine. */
export function fromPglite(
  engine: PGlite,
  release: () => Promise<void> = async () => {},
): Database {
  // The engine has one connection: asking it from inside a transaction would wait for itself for ever.
  const inside = new AsyncLocalStorage<true>();
  const changes = new ChangeHub();
  const outer = sessionOf(engine, (changed) => changes.publish([changed]));
  const outside = (): void => {
    if (inside.getStore())
      throw new Error('inside a transaction, ask the session that it hands out');
  };
  return {
    ...outer,
    kind: 'pglite',
    changes,
    async query(asked, params) {
      outside();
      return outer.query(asked, params);
    },
    async exec(script) {
      outside();
      return outer.exec(script);
    },
    async transaction(work) {
      outside();
      const noted: Changed[] = [];
      const result = await engine.transaction((tx) => {
        const session = sessionOf(tx, (changed) => noted.push(changed));
        return inside.run(true, () => work(session));
      });
      changes.publish(noted);
      return result;
    },
    async close() {
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

/** An engine set up as ours are: UTC, little memory. Without a folder it lives in memory. */
export async function startEngine(folder?: string): Promise<PGlite> {
  const engine = await PGlite.create(folder === undefined ? {} : { dataDir: folder });
  await engine.exec(`set timezone = 'UTC'; set datestyle = 'ISO';`);
  return engine;
}
