import { resolve } from 'node:path';
import { lockFolder } from '#localnet/lock';
import { readConfig } from './config.ts';
import { violations } from './store/ledger/invariants.ts';
import { openPglite } from './store/db/pglite.ts';
import { openPostgres } from './store/db/postgres.ts';
import { patiently } from './store/db/transactions.ts';

/** Tells whether the ledger of the configured database is sound; ends with 1 where it is not. */
const { databaseUrl, dataDir } = readConfig(process.env);
const database =
  databaseUrl === null ? await openPglite(resolve(dataDir), lockFolder) : openPostgres(databaseUrl);
try {
  const found = await patiently(database, violations);
  for (const { invariant, detail } of found)
    process.stdout.write(`BROKEN ${invariant}: ${detail}\n`);
  process.stdout.write(
    found.length === 0 ? 'The ledger is sound.\n' : `${found.length} violations.\n`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  await database.close();
}
