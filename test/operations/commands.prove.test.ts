import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { RUNS } from '#test/operations/commands';
import { tries } from '#test/prove/effort';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lmt-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const isFull = tries(0, 1) === 1;

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return String(typeof address === 'object' ? address?.port : '');
}

/** Runs a command as documented. Returns its output and exit code, or that it keeps running. */
async function outcome(name: string, { args = [], says, code, env = {} }: (typeof RUNS)[string]) {
  const ports = [await freePort(), await freePort()];
  const filled = (text: string) =>
    text
      .replace('FOLDER', folder)
      .replace(/FREE([12])/, (_, place: string) => ports[Number(place) - 1] ?? '');
  const { PATH = '', HOME = '', CHROMIUM_PATH } = process.env;
  const own = Object.fromEntries(Object.entries(env).map(([key, text]) => [key, filled(text)]));
  const child = spawn('npm', ['run', '--silent', name, '--', ...args.map(filled)], {
    cwd: ROOT,
    env: { PATH, HOME, CHROMIUM_PATH, PORT: '0', DATA_DIR: join(folder, 'data'), ...own },
    // Its own process group, so that its children end with it.
    detached: true,
  });
  let said = '';
  const ended = once(child, 'close');
  const spoken = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (code === null && says.test(said)) done();
      });
    }
  });
  await Promise.race([ended, spoken]);
  const isOn = child.exitCode === null;
  if (isOn && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  await ended;
  return { code: isOn ? null : child.exitCode, said };
}

for (const [name, run] of Object.entries(RUNS)) {
  test.skipIf(run.isLong && !isFull)(
    `npm run ${name} does what the documentation says`,
    { timeout: 600_000 },
    async () => {
      expect(await outcome(name, run)).toEqual({
        code: run.code,
        said: expect.stringMatching(run.says),
      });
    },
  );
}
