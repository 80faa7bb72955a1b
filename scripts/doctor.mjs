// `npm run doctor`: whether everything that a start needs is right, by the configuration in the environment.
import { runSource } from './lib/source.mjs';

await runSource('src/server/commands/doctor.ts');
