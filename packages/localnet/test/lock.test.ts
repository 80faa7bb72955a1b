import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LockedError, listenOnFile, lockFolder } from '../src/lock.ts';

const MODULE = new URL('../src/lock.ts', import.meta.url).href;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lmt-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    // Not gone yet, it would hold the next test's folder too, which may get this one's inode.
    const ended = child.exitCode ?? child.signalCode ?? once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** A process of its own that takes the folder; answers the line that it prints: 'taken', or why not. */
async function taker(): Promise<{ child: ChildProcess; line: string }> {
  const script = `const { lockFolder } = await import('${MODULE}');
    await lockFolder(process.argv[1], 'set DATA_DIR to another folder').then(
      () => { console.log('taken'); setInterval(() => {}, 1e9); },
      (error) => console.log(error.message));`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script, folder],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, line };
}

test('a folder is one process’s: the second is told which, and what to do', async () => {
  const release = await lockFolder(folder);
  const { line } = await taker();
  expect(line).toBe(
    `${folder} is in use by another process: stop it, or set DATA_DIR to another folder`,
  );
  await release();
  expect((await taker()).line).toBe('taken');
  await expect(lockFolder(folder)).rejects.toThrow(LockedError);
});

test('the same folder under another name is the same folder', async () => {
  const other = `${folder}-link`;
  symlinkSync(folder, other);
  try {
    const release = await lockFolder(folder);
    await expect(lockFolder(other)).rejects.toThrow(LockedError);
    await release();
  } finally {
    rmSync(other);
  }
});

test('is free again after kill -9, and two folders do not disturb each other', async () => {
  const other = mkdtempSync(join(tmpdir(), 'lmt-lock-'));
  const { child, line } = await taker();
  expect(line).toBe('taken');
  await (
    await lockFolder(other)
  )();
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await (
    await lockFolder(folder)
  )();
  rmSync(other, { recursive: true });
});

test('where a lock is a socket file, a dead one is taken over by one process, and a live one is not', async () => {
  const name = `lmt-lock-test-${process.pid}`;
  const path = join(tmpdir(), `${name}.sock`);
  const script = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', script, path]), 'exit');
  expect(existsSync(path)).toBe(true);
  const servers = await Promise.all([1, 2, 3].map(() => listenOnFile(name)));
  const taken = servers.filter((server) => server !== null);
  expect(taken).toHaveLength(1);
  expect(await listenOnFile(name)).toBeNull();
  await new Promise((resolve) => taken[0]?.close(resolve));
  expect(readdirSync(tmpdir()).filter((file) => file.startsWith(name))).toEqual([]);
});
