import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Fsyncs a folder, so that a rename or a new file survives a power cut. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Replaces a file atomically: readers see the old or the new content. */
export function replaceFileSync(path: string, content: string): void {
  const draft = `${path}.new`;
  const handle = openSync(draft, 'w', 0o600);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** Asynchronous variant of replaceFileSync. */
export async function replaceFile(path: string, content: Buffer): Promise<void> {
  const draft = `${path}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
  syncFolder(dirname(path));
}
