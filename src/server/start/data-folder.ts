import { existsSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { reasonOf } from './start-finding.ts';

/** Advice for a data folder that cannot be used. */
export const FOLDER_REMEDY = 'set DATA_DIR to a folder that this user may write to';

/** True if the data folder stores the embedded database or the local network. */
export function usesDataFolder({
  databaseUrl,
  chain,
}: Pick<Config, 'databaseUrl' | 'chain'>): boolean {
  return databaseUrl === null || (chain.kind === 'local' && chain.joins === null);
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Creates a folder and its parents. Node's recursive `mkdir` loops forever on file systems such as /proc. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it first.
    if (!isFolder(path)) throw error;
  }
}

/** Returns why nothing can be written into a folder, or into the parent that it would be created in; null if it can. */
export function folderProblem(dataDir: string): string | null {
  let folder = resolve(dataDir);
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    rmdirSync(mkdtempSync(join(folder, '.lmt-doctor-')));
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}
