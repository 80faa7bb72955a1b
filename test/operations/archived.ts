import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { migrate } from '#server/kernel/db/migrate';
import { openPostgres } from '#server/kernel/db/postgres';
import { MIGRATIONS, type TestDatabase } from '#test/databases';
// @ts-expect-error -- the project's scripts are plain JavaScript
import { configure, findPostgres, startPostgres } from '../../scripts/lib/postgres.mjs';

interface Started {
  readonly url: string;
  stop(): Promise<void>;
}
/** Content of a data folder. */
interface Made {
  readonly folder: string;
  readonly settings: readonly (readonly [string, string])[];
  readonly user: { readonly uid?: number };
}

const run = promisify(execFile);
const server = process.env['TEST_DATABASE_URL'] === undefined ? null : await findPostgres();

/** Folder of the PostgreSQL programs; null if not installed. */
export const POSTGRES = (server as { folder?: string } | null)?.folder ?? null;

/** PostgreSQL server that archives its WAL, as in docs/OPERATIONS.md. */
export class Archived {
  readonly #bin: string;
  readonly #folder: string;
  readonly #closers: (() => Promise<unknown>)[];
  readonly url: string;

  private constructor(bin: string, folder: string, primary: Started) {
    this.#bin = bin;
    this.#folder = folder;
    this.url = primary.url;
    this.#closers = [async () => rmSync(folder, { recursive: true }), () => primary.stop()];
  }

  static async start(bin: string): Promise<Archived> {
    const folder = mkdtempSync(join(tmpdir(), 'lmt-archive-'));
    chmodSync(folder, 0o777);
    const settings: Made['settings'] = [
      ['archive_mode', 'on'],
      ['archive_command', `test ! -f ${folder}/%f && cp %p ${folder}/%f`],
    ];
    return new Archived(bin, folder, await startPostgres(bin, { durable: true, settings }));
  }

  async fresh(): Promise<TestDatabase> {
    const database = openPostgres(this.url);
    await migrate(database, MIGRATIONS);
    return { database, url: this.url, close: () => database.close() };
  }

  /** Makes a base backup, as the daily job does. */
  async backUp(): Promise<void> {
    const args = ['-d', this.url, '-D', join(this.#folder, 'base'), '-c', 'fast'];
    await run(join(this.#bin, 'pg_basebackup'), args);
  }

  /** Waits until a WAL file is archived. */
  async holds(wal: string): Promise<void> {
    while (!readdirSync(this.#folder).includes(wal)) await sleep(20);
  }

  /** Restores the base backup on another server, up to a restore point. */
  async restoredTo(point: string): Promise<Started> {
    const restored: Started = await startPostgres(this.#bin, {
      durable: true,
      make: async ({ folder: into, settings, user }: Made) => {
        const data = join(into, 'data');
        await run('cp', ['-a', join(this.#folder, 'base'), data]);
        configure(into, [
          ...settings,
          ['restore_command', `cp ${this.#folder}/%f %p`],
          ['recovery_target_name', point],
          ['recovery_target_action', 'promote'],
        ]);
        writeFileSync(join(data, 'recovery.signal'), '');
        if (user.uid !== undefined) await run('chown', ['-R', String(user.uid), data]);
        chmodSync(data, 0o700);
      },
    });
    this.#closers.push(() => restored.stop());
    return restored;
  }

  async close(): Promise<void> {
    for (const close of this.#closers.toReversed()) await close();
  }
}
