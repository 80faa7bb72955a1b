import { statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { isDatabaseDown } from '../kernel/base/unavailable.ts';
import type { Config } from '../config.ts';
import { FOLDER_REMEDY, makeFolder, usesDataFolder } from './data-folder.ts';
import { reasonOf } from './start-finding.ts';

/** A new database and chain take 50 MB; with less, the embedded database may break in the middle. */
const FREE_BYTES_MIN = 64 * 1024 ** 2;

const FULL = 'free some space, or set DATA_DIR to a folder on another disk';

/** Refuses to start if the data folder's disk is almost full. */
export function refuseFullDisk(config: Config): void {
  if (!usesDataFolder(config)) return;
  const { dataDir } = config;
  makeFolder(resolve(dataDir));
  const { bavail, bsize, blocks } = statfsSync(dataDir);
  const free = bavail * bsize;
  // Some file systems do not count, and report zero blocks.
  if (blocks === 0 || free >= FREE_BYTES_MIN) return;
  throw new Error(`the disk of ${dataDir} is full (${mb(free)} MB are free): ${FULL}`);
}

const mb = (bytes: number): number => Math.floor(bytes / 1024 ** 2);

/** Refuses to start on a port that is taken, before anything else is opened. Leaves the port free. */
export async function refuseTakenPort({
  host,
  port,
}: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ host, port }, done);
  });
  await new Promise((done) => server.close(done));
}

interface Failure {
  readonly code: string;
  readonly syscall: string;
  readonly hostname: string;
  readonly reason: string;
}

function failureOf(error: unknown): Failure {
  const fields = error as Readonly<Record<string, unknown>>;
  const field = (name: string): string => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  const [code, syscall] = [field('code'), field('syscall')];
  return { code, syscall, hostname: field('hostname'), reason: reasonOf(error) };
}

/**
 * Returns in one line why the server cannot start, and what to do. `config` is null if it could not be read.
 */
export function startFailure(error: unknown, config: Config | null): string {
  const failure = failureOf(error);
  if (config === null) return failure.reason;
  return (
    listenProblem(failure, config) ??
    folderProblem(failure, config) ??
    databaseProblem(error, failure, config) ??
    failure.reason
  );
}

function listenProblem(
  { code, syscall, hostname }: Failure,
  { host, port }: Config,
): string | null {
  if (code === 'EADDRINUSE') {
    return `port ${port} is in use: stop what listens there, or set PORT to another`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `port ${port} is not for this user: set PORT to one above 1023`;
  }
  const isUnknown = syscall === 'getaddrinfo' && hostname === host;
  return code === 'EADDRNOTAVAIL' || isUnknown
    ? `HOST ${host} is no address of this machine: set it to one that is, or to 0.0.0.0 for all`
    : null;
}

function folderProblem({ code, syscall, reason }: Failure, { dataDir }: Config): string | null {
  if (code === 'ENOSPC') return `the disk of ${dataDir} is full: ${FULL}`;
  const isRefused = ['EACCES', 'EROFS', 'EPERM', 'ENOTDIR'].includes(code) || syscall === 'mkdir';
  return isRefused ? `${reason}: ${FOLDER_REMEDY}` : null;
}

/** SQLSTATE classes of an invalid role, password or database name. */
const NO_ROLE_OR_DATABASE = /^(28|3D)...$/;
const SQL_STATE = /^[0-9A-Z]{5}$/;
/** Matches errors of Node and the driver about passwords and certificates. */
const NO_ENTRY = /SASL|SSL|TLS|CERT/;

function databaseProblem(
  error: unknown,
  { code, reason }: Failure,
  { databaseUrl }: Config,
): string | null {
  if (databaseUrl === null) return null;
  if (isDatabaseDown(error)) {
    return `the database of DATABASE_URL does not answer (${reason}): is it running, and is the address right?`;
  }
  if (NO_ROLE_OR_DATABASE.test(code) || NO_ENTRY.test(code + reason)) {
    return `the database of DATABASE_URL refuses (${reason}): correct the address, or make the role and the database that it names`;
  }
  return SQL_STATE.test(code) ? `the database of DATABASE_URL refuses (${reason})` : null;
}
