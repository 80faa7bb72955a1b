import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder of the PostgreSQL programs; undefined if they are not installed. */
export const POSTGRES_BIN = process.env['TEST_POSTGRES_BIN'];
/** True if Patroni and etcd are installed. */
export const HAS_PATRONI = process.env['TEST_PATRONI'] === 'on';

/** Path of libfaketime; undefined if it is not installed. */
export const FAKETIME = process.env['TEST_FAKETIME'];

/** PostgreSQL refuses to run as root, so it gets its own user then. */
export const user = ((): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres']));
  return POSTGRES_BIN === undefined ? {} : { uid: idOf('-u'), gid: idOf('-g') };
})();

/** Folder that these programs may write to. */
export function ownFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'lmt-failover-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Below the ephemeral port range, so that a released port stays free. */
const [LOWEST, HIGHEST] = [12_000, 32_000];

/** Returns a free port that stays free while its listener is down. */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    const probe = createServer();
    const isFree = await new Promise<boolean>((done) => {
      probe.once('error', () => done(false));
      probe.listen(port, '127.0.0.1', () => done(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

// Prints the program's id and waits for stdin to close, which the kernel does when the test process ends in any
// way. Then it kills the program.
const KEEPER = `
log=$1; shift
"$@" >>"$log" 2>&1 </dev/null &
child=$!
echo "$child"
cat >/dev/null
kill -TERM "$child" 2>/dev/null
wait "$child"
`;

/** Program that runs until it is ended, and at most as long as this process. */
export class Program {
  readonly pid: Promise<number>;
  readonly #keeper: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(log: string, command: readonly string[], env: Record<string, string> = {}) {
    const { PATH = '' } = process.env;
    this.#keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', log, ...command], {
      cwd: tmpdir(),
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH, LC_ALL: 'C.UTF-8', ...env },
      ...user,
    });
    this.#keeper.stdin?.on('error', () => {});
    this.#ended = once(this.#keeper, 'close');
    this.pid = once(this.#keeper.stdout!, 'data').then(([line]) => Number(String(line)));
  }

  /** Simulates a power loss. */
  async kill(): Promise<void> {
    process.kill(await this.pid, 'SIGKILL');
    await this.end();
  }

  /** True if the process has ended, whether or not the shell has reaped it. */
  async hasEnded(): Promise<boolean> {
    const stat = `/proc/${await this.pid}/stat`;
    return !existsSync(stat) || /\) Z /.test(readFileSync(stat, 'utf8'));
  }

  async end(): Promise<void> {
    this.#keeper.stdin?.end();
    await this.#ended;
  }
}
