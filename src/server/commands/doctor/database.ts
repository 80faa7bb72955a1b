import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type DatabaseNetwork,
  networkProblem,
  treasuryProblem,
} from '../../kernel/db/database-cluster.ts';
import type { Config } from '../../config.ts';
import { FOLDER_REMEDY, folderProblem } from '../../start/data-folder.ts';
import { readDatabaseNetwork } from '../../kernel/db/database-cluster-queries.ts';
import { readServerKey } from '../../kernel/db/server-keys.ts';
import { watchedAddresses } from '../../payments/watch-cursors.ts';
import { type Database, statement } from '../../kernel/db/database.ts';
import { migrationsState } from '../../kernel/db/migrate.ts';
import { openPglite } from '../../kernel/db/pglite.ts';
import { openPostgres } from '../../kernel/db/postgres.ts';
import { type Finding, fail, ok, reasonOf, warn } from '../../start/start-finding.ts';

type Lock = Parameters<typeof openPglite>[1];

/** Findings about the database, and its values that other checks compare with. */
export interface DatabaseFindings {
  readonly findings: readonly Finding[];
  readonly pin: DatabaseNetwork | null;
  /** Secret of the server's own key; null before the first start. */
  readonly serverKey: Uint8Array | null;
}

const DATABASE = 'database';
const MIGRATIONS = 'migrations';
const CLOCK = 'clock';
const NOTHING = { pin: null, serverKey: null };
/** Maximum clock skew. Deadlines are kept to the second; sessions and quotes live for minutes. */
const SKEW_MS_MAX = 5_000;

// Not db_now(): the doctor also examines databases that have no schema yet.
const NOW = statement('doctor-now', 'select clock_timestamp() as now');

export async function examineDatabase(
  config: Config,
  { lock, migrations, nowMs }: { lock: Lock; migrations: string; nowMs: () => number },
): Promise<DatabaseFindings> {
  const { databaseUrl, dataDir } = config;
  const folder = resolve(dataDir);
  if (databaseUrl === null && !existsSync(join(folder, DATABASE))) {
    const problem = folderProblem(dataDir);
    if (problem !== null) {
      const text = `embedded, in ${dataDir}, and cannot be made (${problem}): ${FOLDER_REMEDY}`;
      return { ...NOTHING, findings: [fail(DATABASE, text)] };
    }
    const text = `embedded, in ${dataDir}: the first start makes it${production(config)}`;
    return { ...NOTHING, findings: [embedded(config)(DATABASE, text)] };
  }
  let database: Database | null = null;
  try {
    database =
      databaseUrl === null
        ? await openPglite(folder, lock)
        : openPostgres(databaseUrl, { connections: 2 });
    return await examineOpen(database, config, { migrations, nowMs });
  } catch (error) {
    return { ...NOTHING, findings: [unopened(config, error)] };
  } finally {
    await database?.close().catch(() => {});
  }
}

/** Warns if a cluster's money would depend on one machine's disk. */
const embedded = ({ chain }: Config) => (chain.kind === 'cluster' ? warn : ok);
const production = ({ chain }: Config): string =>
  chain.kind === 'cluster' ? '; production uses DATABASE_URL' : '';

function unopened({ databaseUrl }: Config, error: unknown): Finding {
  const reason = reasonOf(error);
  if (databaseUrl !== null) {
    return fail(DATABASE, `cannot be reached (${reason}): start it, or correct DATABASE_URL`);
  }
  return /in use by another process/.test(reason)
    ? warn(DATABASE, 'embedded, and in use by a running server: stop that to have it looked at')
    : fail(DATABASE, `embedded, and cannot be opened (${reason}): restore a backup`);
}

async function examineOpen(
  database: Database,
  config: Config,
  { migrations, nowMs }: { migrations: string; nowMs: () => number },
): Promise<DatabaseFindings> {
  const began = nowMs();
  const [row] = await database.query<{ now: number }>(NOW);
  const skewMs = Math.abs((row?.now ?? 0) - (began + nowMs()) / 2);
  const kind = database.kind === 'postgres' ? 'PostgreSQL' : `embedded, in ${config.dataDir}`;
  const level = database.kind === 'postgres' ? ok : embedded(config);
  const first = [
    level(DATABASE, `${kind}: answers${database.kind === 'postgres' ? '' : production(config)}`),
    clock(skewMs),
  ];
  const { missing, problem, applied } = await migrationsState(database, migrations);
  if (problem !== null) {
    const text = `${problem}: run the version that made it, or name another database`;
    return { ...NOTHING, findings: [...first, fail(MIGRATIONS, text)] };
  }
  if (applied === 0) {
    const empty = ok(MIGRATIONS, 'empty: the first start creates the schema');
    return { ...NOTHING, findings: [...first, empty] };
  }
  const state =
    missing === 0
      ? ok(MIGRATIONS, 'all applied')
      : warn(MIGRATIONS, `${missing} to apply: the next start does; make a backup first`);
  // Tolerates missing tables, which a later migration creates.
  const pin = await readDatabaseNetwork(database).catch(() => null);
  const serverKey = await readServerKey(database, 'nonce-authority').catch(() => null);
  const watched = await watchedAddresses(database).catch(() => new Set<string>());
  const { chain } = config;
  const problems = [
    ['database’s chain', networkProblem(pin, chain.kind === 'local' ? 'local' : chain.cluster)],
    ['treasury', chain.kind === 'local' ? null : treasuryProblem(watched, chain)],
  ] as const;
  const wrong = problems.flatMap(([about, text]) => (text === null ? [] : [fail(about, text)]));
  return { findings: [...first, state, ...wrong], pin, serverKey };
}

function clock(skewMs: number): Finding {
  const seconds = Math.round(skewMs / 1_000);
  return skewMs <= SKEW_MS_MAX
    ? ok(CLOCK, 'this machine and the database agree')
    : fail(CLOCK, `this machine and the database differ by ${seconds} s: set both by NTP`);
}
