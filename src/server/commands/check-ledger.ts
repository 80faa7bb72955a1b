import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lockFolder } from '#localnet/lock';
import { type Config, readConfig } from '../config.ts';
import { startFailure } from '../start/start-failure.ts';
import type { Database } from '../kernel/db/database.ts';
import { migrationsState } from '../kernel/db/migrate.ts';
import { openPglite } from '../kernel/db/pglite.ts';
import { openPostgres } from '../kernel/db/postgres.ts';
import { longRead } from '../kernel/db/transactions.ts';
import { violations } from '../kernel/ledger/invariants.ts';

async function open({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (databaseUrl !== null) return openPostgres(databaseUrl);
  // Checks first, because opening a missing database would create it.
  if (!existsSync(join(dataDir, 'database'))) {
    throw new Error(`${dataDir} holds no database: DATA_DIR says which folder is meant`);
  }
  return openPglite(resolve(dataDir), lockFolder);
}

async function requireThisVersion(database: Database): Promise<void> {
  const { missing, problem } = await migrationsState(database, resolve('migrations'));
  if (problem !== null) throw new Error(problem);
  if (missing > 0) throw new Error(`migrations to apply: ${missing}; the next start does`);
}

/** Reports whether the ledger of the configured database is sound. Exits with 1 if it is not. */
let config: Config | null = null;
let database: Database | null = null;
try {
  config = readConfig(process.env);
  database = await open(config);
  await requireThisVersion(database);
  const found = await longRead(database, violations);
  for (const { invariant, detail } of found)
    process.stdout.write(`BROKEN ${invariant}: ${detail}\n`);
  process.stdout.write(
    found.length === 0 ? 'The ledger is sound.\n' : `Violations: ${found.length}.\n`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`The ledger could not be checked: ${startFailure(error, config)}\n`);
  process.exitCode = 1;
} finally {
  await database?.close();
}
