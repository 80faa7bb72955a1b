import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the scratch PostgreSQL and its pgbench are. */
export function scratch(): { readonly server: string; readonly pgbench: string } {
  const server = process.env['BENCH_DATABASE_URL'];
  const pgbench = process.env['PGBENCH'];
  if (!server || !pgbench) throw new Error('this benchmark needs a PostgreSQL with pgbench');
  return { server, pgbench };
}

export async function fillPgbench(pgbench: string, url: string): Promise<void> {
  await run(pgbench, ['-i', '-q', '-s', '16', url]);
}

/** Transactions per second of pgbench's simple update. */
export async function pgbenchTps(
  pgbench: string,
  url: string,
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<number> {
  const flags = ['-N', '-n', '-c', String(clients), '-j', '2', '-T', String(seconds)];
  const { stdout } = await run(pgbench, [...flags, '-M', 'prepared', url]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}
