import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the repository: its path from the root, with forward slashes, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Made, not written; `.git` is a folder, or a file in a linked worktree. */
const MADE = new Set([
  '.git',
  '.cache',
  '.data',
  'dist',
  'node_modules',
  'playwright-report',
  'screenshots',
  'test-results',
]);

function walk(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const inner = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (MADE.has(entry.name)) return [];
    if (entry.isDirectory()) return walk(inner);
    return entry.isFile() ? [inner] : [];
  });
}

/** The files under a folder ('' for all of the repository), sorted. */
export function filesUnder(folder: string): string[] {
  return existsSync(path.join(ROOT, folder)) ? walk(folder).toSorted() : [];
}

const known = new Map<string, Source>();

/** A file, read once: what a check works out of it is kept by the object. */
export function read(file: string): Source {
  const source = known.get(file) ?? {
    path: file,
    text: readFileSync(path.join(ROOT, file), 'utf8'),
  };
  known.set(file, source);
  return source;
}

const isCode = (file: string): boolean => /\.(ts|tsx|mjs)$/.test(file);
export const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

/** Every program text under the given folders. */
export function codeUnder(...folders: string[]): Source[] {
  return folders.flatMap(filesUnder).filter(isCode).map(read);
}

/** A made-up file, to show that a check can fail. */
export const madeUp = (file: string, text: string): Source => ({ path: file, text });
