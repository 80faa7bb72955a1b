import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { POSTGRES_BIN, Program, ownFolder, steadyPort, user } from './programs.ts';

const LOOK_MS = 50;
const DISK_MB = 192;

/** PostgreSQL server on a small disk of its own. */
export class SmallServer {
  readonly #port: number;
  readonly #folder: ReturnType<typeof ownFolder>;
  readonly #disk: string;
  #program: Program;

  private constructor(port: number, folder: ReturnType<typeof ownFolder>, disk: string) {
    this.#port = port;
    this.#folder = folder;
    this.#disk = disk;
    this.#program = this.#run();
  }

  static async open(): Promise<SmallServer> {
    const folder = ownFolder();
    const disk = join(folder.path, 'disk');
    mkdirSync(disk);
    const owner = `uid=${user.uid},gid=${user.gid},mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,${owner}`, 'tmpfs', disk]);
    const dataDir = join(disk, 'data');
    const flags = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    execFileSync(join(POSTGRES_BIN!, 'initdb'), ['-D', dataDir, ...flags, '--wal-segsize=1'], {
      ...user,
      cwd: folder.path,
      stdio: 'ignore',
    });
    const port = await steadyPort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      min_wal_size: '2MB',
      max_wal_size: '16MB',
      // Recycled segments would remain writable on a full disk.
      wal_recycle: 'off',
      // Durability is covered by the cluster tests.
      fsync: 'off',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(join(dataDir, 'postgresql.conf'), lines.join(''));
    const server = new SmallServer(port, folder, disk);
    await server.#answers();
    return server;
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/postgres`;
  }

  /** Fills the disk to the last byte. */
  fill(): void {
    const filler = join(this.#disk, 'filler');
    for (const bytes of [1 << 20, 1 << 12, 1]) {
      try {
        for (;;) appendFileSync(filler, Buffer.alloc(bytes));
      } catch {
        // No space for that size; a smaller one may still fit.
      }
    }
  }

  /** Frees the space, and restarts the server if it stopped. */
  async free(): Promise<void> {
    rmSync(join(this.#disk, 'filler'));
    for (;;) {
      const isUp = await this.#answersNow();
      if (isUp) return;
      if (await this.#program.hasEnded()) {
        await this.#program.end();
        this.#program = this.#run();
      }
      await sleep(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    await this.#program.end();
    execFileSync('umount', [this.#disk]);
    this.#folder.remove();
  }

  #run(): Program {
    const log = join(this.#folder.path, 'log');
    return new Program(log, [join(POSTGRES_BIN!, 'postgres'), '-D', join(this.#disk, 'data')]);
  }

  async #answers(): Promise<void> {
    while (!(await this.#answersNow())) await sleep(LOOK_MS);
  }

  async #answersNow(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      // A checkpoint needs space, so its success proves that there is some.
      await client.query('checkpoint');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
