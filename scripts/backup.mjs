// `npm run backup -- FILE` and `npm run restore -- FILE`: the embedded database and chain as one file.
import { runSource } from './lib/source.mjs';

await runSource('src/server/commands/backup.ts');
