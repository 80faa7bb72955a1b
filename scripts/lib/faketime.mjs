import { existsSync } from 'node:fs';
import { aptInstall } from './run.mjs';

/** Where Debian puts it, by the machine's architecture. */
const FOLDERS = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };
const LIBRARY = `/usr/lib/${FOLDERS[process.arch]}/faketime/libfaketime.so.1`;

/**
 * Finds libfaketime, or installs it where it may.
 *
 * @returns {Promise<{library: string} | {missing: string}>} the library, or why it is missing
 */
export async function findFaketime() {
  if (existsSync(LIBRARY)) return { library: LIBRARY };
  console.log('No libfaketime found: installing it');
  const refused = await aptInstall(['faketime']);
  if (existsSync(LIBRARY)) return { library: LIBRARY };
  return {
    missing: `no libfaketime on this machine, and ${refused ?? 'the installed one was not found'}`,
  };
}
