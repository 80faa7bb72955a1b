// `npm run verify -- FILE`: a downloaded proof of liabilities, checked without the server.
import { runSource } from './lib/source.mjs';

await runSource('packages/proof/src/cli/verify.ts');
