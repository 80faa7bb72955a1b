import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { aptInstall, run } from './run.mjs';

const onPath = (name) =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, name)));

/** Debian's, which its Patroni runs on, whatever other one comes first on the path. */
const PYTHON = '/usr/bin/python3';

/** Patroni speaks to etcd by a module that is not always installed with it. */
const speaksToEtcd = async () =>
  (await run(PYTHON, ['-c', 'import etcd'], { quiet: true })).code === 0;

const isHere = async () => onPath('patroni') && onPath('etcd') && (await speaksToEtcd());

/**
 * Finds Patroni and etcd, or installs them where it may.
 *
 * @returns {Promise<string | null>} why they are missing, or null where they are here
 */
export async function patroniMissing() {
  if (await isHere()) return null;
  console.log('No Patroni with etcd found: installing them');
  const refused = await aptInstall(['patroni', 'etcd-server', 'python3-etcd']);
  if (await isHere()) return null;
  return `no Patroni with etcd on this machine, and ${refused ?? 'the installed ones were not found'}`;
}
