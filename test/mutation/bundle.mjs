// Stryker runs this once the sources are instrumented: makes of each domain test one file that brings its own
// copy of the rules, so that it can be loaded again with a mutant that acts while modules load.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { BUNDLES, FOLDERS, SINGLE_TESTS, bundleOf } from './bundles.mjs';

const inTheirPlace = { vitest: path.resolve('test/mutation/collect.mjs') };
const tests = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
).filter((name) => name.endsWith('.test.ts') && !name.endsWith('.prove.test.ts'));
for (const input of [...tests, ...SINGLE_TESTS]) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    resolve: { alias: inTheirPlace },
    external: (id) => !/^[./#]|^vitest$/.test(id),
    logLevel: 'warn',
  });
  await bundle.write({ file: path.join(BUNDLES, bundleOf(input)), format: 'esm' });
  await bundle.close();
}
