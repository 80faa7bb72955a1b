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
    // Wait for the exit: otherwise the child still locks the folder, whose inode the next test's folder may
    // reuse.
    const ended = child.exitCode ?? child.signalCode ?? once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that locks the folder. Returns its output: 'taken', or the error. */
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

test('folder lock refuses a second process, with the folder and a remedy in the error', async () => {
  const release = await lockFolder(folder);
  const { line } = await taker();
  expect(line).toBe(
    `${folder} is in use by another process: stop it, or set DATA_DIR to another folder`,
  );
  await release();
  expect((await taker()).line).toBe('taken');
  await expect(lockFolder(folder)).rejects.toThrow(LockedError);
});

test('folder lock recognizes the same folder under another path', async () => {
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

test('folder lock is released by kill -9, and independent of other folders', async () => {
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

test('socket-file lock: exactly one process takes over a dead socket, and none a live one', async () => {
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
