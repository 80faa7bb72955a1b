import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';
// @ts-expect-error -- the project's scripts are plain JavaScript
import { UNBUNDLED } from '../../scripts/lib/build.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Makes a bundled module resolve files relative to its source folder. */
const ownPlaces = {
  name: 'own-places',
  transform: (code: string, id: string) =>
    id.includes('/node_modules/')
      ? null
      : code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
};

/** Bundles a program into one file next to its packages. Returns the path. */
export async function bundleFile(program: URL): Promise<string> {
  const path = fileURLToPath(program);
  const name = relative(ROOT, path).replaceAll(/\W+/g, '-');
  const file = join(ROOT, `node_modules/.cache/lmt-test/${name}-${process.pid}.mjs`);
  await build({
    cwd: ROOT,
    input: path,
    platform: 'node',
    external: (id) => (UNBUNDLED as RegExp).test(id),
    plugins: [ownPlaces],
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'warn',
  });
  return file;
}
