import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

interface Started {
  readonly address: string;
  /** Ends it as an operator does; rejects where it does not end well. */
  stop(): Promise<void>;
  kill(): void;
}

/** A bundled server as an operator runs it, on loopback; its timed work waits for the time machine. */
export async function startServer(
  command: readonly string[],
  folder: string,
  databaseUrl: string | null,
): Promise<Started> {
  const { PATH = '', HOME = '' } = process.env;
  const own = { PORT: '0', WORKER: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', DATA_DIR: folder };
  const database = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, command, {
    env: { PATH, HOME, ...own, ...database },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = new Promise<number | null>((done) => {
    child.once('close', done);
  });
  const opened = new Promise<string>((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = /^ {2}Open +(\S+)$/.exec(line) ?? [];
      if (found !== undefined) done(found);
    });
  });
  const failed = async (): Promise<never> => {
    throw new Error(`the server ended with ${await ended}: ${stderr}`);
  };
  return {
    address: await Promise.race([opened, failed()]),
    async stop() {
      child.kill('SIGTERM');
      if ((await ended) !== 0) await failed();
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
