import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fromRoot } from './project.mjs';

/**
 * The built server on a free port of loopback, for what makes people up: two hundred from one address are
 * more than it lets in otherwise.
 *
 * @param {Record<string, string | undefined>} [more] what configures it beside the environment
 * @returns {Promise<{ url: string, stop(): Promise<void> } | null>} null where it does not start
 */
export async function startOwnServer(more = {}) {
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
  const server = spawn(process.execPath, [fromRoot('dist/server/main.js')], {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise((done) => server.once('close', () => done(null)));
  const opened = new Promise((done) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const [, address] = /^ {2}Open +(\S+)$/.exec(line) ?? [];
      if (address !== undefined) done(address);
    });
  });
  const url = await Promise.race([opened, closed]);
  if (url === null) return null;
  return {
    url,
    async stop() {
      server.kill('SIGTERM');
      await closed;
    },
  };
}
