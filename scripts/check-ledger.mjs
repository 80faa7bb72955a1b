// `npm run check:ledger`: the ledger's invariants, against the database that the environment names.
import { runSource } from './lib/source.mjs';

await runSource('src/server/commands/check-ledger.ts');
