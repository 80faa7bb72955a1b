import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { POSTGRES_BIN, Program, ownFolder, steadyPort } from './programs.ts';

const SCOPE = 'lmt';
const LOOK_MS = 100;
/** Time after which a dead machine loses the lead; newer Patroni versions require 20. */
const LEASE_SECONDS = 7;

/** A machine: Patroni with its PostgreSQL. */
interface Machine {
  readonly name: string;
  readonly port: number;
  /** Port of Patroni's REST API. */
  readonly rest: number;
  readonly dataDir: string;
  readonly config: string;
  readonly log: string;
  patroni: Program | null;
}

/** Two PostgreSQL servers with synchronous replication under Patroni and etcd. */
export class Cluster {
  readonly #folder: ReturnType<typeof ownFolder>;
  readonly #etcd: Program;
  readonly #machines: readonly Machine[];

  private constructor(
    folder: ReturnType<typeof ownFolder>,
    etcd: Program,
    machines: readonly Machine[],
  ) {
    this.#folder = folder;
    this.#etcd = etcd;
    this.#machines = machines;
  }

  /** Opens a cluster that replicates. */
  static async open(): Promise<Cluster> {
    const folder = ownFolder();
    const [client, peer] = [await steadyPort(), await steadyPort()];
    const etcd = new Program(
      join(folder.path, 'etcd.log'),
      etcdCommand(folder.path, client, peer),
      {
        // Accepts a processor on which etcd is not tested.
        ETCD_UNSUPPORTED_ARCH: process.arch,
      },
    );
    const machines = [
      await makeMachine('one', folder.path, client),
      await makeMachine('two', folder.path, client),
    ];
    const cluster = new Cluster(folder, etcd, machines);
    for (const machine of machines) start(machine);
    await cluster.replicating();
    return cluster;
  }

  /** DATABASE_URL with both servers. */
  urlOf(database: string): string {
    const hosts = this.#machines.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgres://postgres@${hosts}/${database}?target_session_attrs=read-write`;
  }

  async create(database: string): Promise<void> {
    const primary = await this.#primary();
    await asked(primary, `create database ${database}`);
  }

  /** Resolves once one server is writable, the other has all its writes, and Patroni knows. */
  async replicating(): Promise<void> {
    for (;;) {
      const { rest } = await this.#primary();
      const roles = await rolesBy(rest).catch((): string[] => []);
      if (roles.includes('sync_standby')) return;
      await sleep(LOOK_MS);
    }
  }

  /** Kills the primary's server; resolves once the other one is writable. */
  async killServer(): Promise<void> {
    for (;;) {
      const primary = await this.#primary();
      killPostgres(primary);
      // If Patroni was not ready to fail over, it restarted the same server.
      if ((await this.#next(primary)) !== primary) return;
      await this.replicating();
    }
  }

  /** Kills the primary's machine with all its processes; resolves once the other server is writable. */
  async killMachine(): Promise<void> {
    const primary = await this.#primary();
    const { patroni } = primary;
    primary.patroni = null;
    await patroni?.kill();
    killPostgres(primary);
    await this.#next(primary);
  }

  /** Restarts the killed machine. */
  revive(): void {
    for (const machine of this.#machines) if (!machine.patroni) start(machine);
  }

  async close(): Promise<void> {
    await Promise.all(this.#machines.map(({ patroni }) => patroni?.end() ?? Promise.resolve()));
    await this.#etcd.end();
    this.#folder.remove();
  }

  /** Returns the primary after a server was killed, possibly the same one. */
  async #next(killed: Machine): Promise<Machine> {
    while (await isWritable(killed)) await sleep(LOOK_MS);
    return this.#primary();
  }

  async #primary(): Promise<Machine> {
    for (;;) {
      for (const machine of this.#machines) {
        if (await isWritable(machine)) return machine;
      }
      await sleep(LOOK_MS);
    }
  }
}

function etcdCommand(folder: string, client: number, peer: number): string[] {
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  const flags = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': at(client),
    'advertise-client-urls': at(client),
    'listen-peer-urls': at(peer),
    'initial-advertise-peer-urls': at(peer),
    'initial-cluster': `default=${at(peer)}`,
    'unsafe-no-fsync': 'true',
  };
  return ['etcd', ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`)];
}

async function makeMachine(name: string, folder: string, etcd: number): Promise<Machine> {
  const [port, rest] = [await steadyPort(), await steadyPort()];
  const dataDir = join(folder, name);
  const config = join(folder, `${name}.json`);
  const address = `127.0.0.1:${port}`;
  const trusted = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'];
  writeFileSync(
    config,
    JSON.stringify({
      scope: SCOPE,
      name,
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
      etcd3: { hosts: [`127.0.0.1:${etcd}`] },
      bootstrap: {
        dcs: {
          ttl: LEASE_SECONDS,
          loop_wait: 1,
          retry_timeout: 3,
          // Do not wait for a crashed server.
          primary_start_timeout: 0,
          master_start_timeout: 0,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, use_slots: true },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      },
      postgresql: {
        listen: address,
        connect_address: address,
        data_dir: dataDir,
        bin_dir: POSTGRES_BIN,
        pgpass: join(folder, `${name}.pass`),
        pg_hba: ['local all all trust', ...trusted],
        authentication: {
          superuser: { username: 'postgres', password: 'postgres' },
          replication: { username: 'replicator', password: 'replicator' },
        },
        parameters: { unix_socket_directories: folder, wal_log_hints: 'on' },
      },
    }),
  );
  return { name, port, rest, dataDir, config, log: join(folder, `${name}.log`), patroni: null };
}

function start(machine: Machine): void {
  machine.patroni = new Program(machine.log, ['patroni', machine.config]);
}

/** Its other processes end with it. */
function killPostgres({ dataDir }: Machine): void {
  const [pid = ''] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

async function asked({ port }: Machine, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function isWritable(machine: Machine): Promise<boolean> {
  const rows = await asked(machine, 'show transaction_read_only').catch(() => []);
  return rows[0]?.['transaction_read_only'] === 'off';
}

/** Roles of the machines according to one Patroni. */
async function rolesBy(rest: number): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${rest}/cluster`);
  const { members } = (await response.json()) as { members: { role: string }[] };
  return members.map(({ role }) => role);
}
