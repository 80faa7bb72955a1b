import type { Logger } from 'pino';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import type { Config } from '../config.ts';
import { jobs } from './jobs.ts';
import { recordRuns, Scheduler, mayRunOn } from '../kernel/jobs/scheduler.ts';
import type { ServerParts } from './server-parts.ts';
import { SOLE_LEADER, leaderByLease } from '../kernel/db/leader.ts';
import { relayChanges } from '../kernel/db/relay-changes.ts';
import { openPostgres } from '../kernel/db/postgres.ts';
import { RulesCache } from '../kernel/terms/terms.ts';
import { Writer } from '../kernel/write/commit.ts';

/** Connections of jobs, separate from the pool for requests. */
const CONNECTIONS = 6;
/** Long, because on a busy machine the last job waits long for a connection. */
const WAIT_MS = MINUTE_MS;

/** Maximum age of the clock check that decides whether jobs are held. */
const CLOCK_AGE_MS_MAX = SECOND_MS;

interface NodeJobs {
  readonly start: () => void;
  /** Runs every job once, now. */
  readonly runAll: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function openJobs(parts: ServerParts, config: Config, logger: Logger): NodeJobs {
  const { databaseUrl, runsJobs } = config;
  const own = databaseUrl === null ? parts : onOwnConnections(parts, databaseUrl);
  // Only this node uses an embedded database, so it is always the leader.
  const leader = databaseUrl === null ? SOLE_LEADER : leaderByLease(own.database);
  const scheduler = new Scheduler(jobs({ ...own, fence: leader.fence }), logger, {
    record: recordRuns(own.database),
    isHeld: () => parts.clock.isHeldNow(CLOCK_AGE_MS_MAX),
  });
  return {
    start: () => scheduler.start(mayRunOn(runsJobs, leader)),
    runAll: () => scheduler.runAll(),
    async close() {
      await scheduler.stop();
      await leader.resign();
      if (own !== parts) await own.database.close();
    },
  };
}

/**
 * Gives jobs their own connections, so that payouts and the treasury are followed under any load of requests.
 */
function onOwnConnections(parts: ServerParts, databaseUrl: string): ServerParts {
  const { changes } = parts.database;
  const pool = { connections: CONNECTIONS, changes, waitMs: WAIT_MS, lockTimeoutMs: 0 };
  const database = openPostgres(databaseUrl, pool);
  const rules = new RulesCache(database);
  return { ...parts, database, rules, writer: new Writer(database, rules, parts.clock) };
}

/** Relays changes to and from other nodes on PostgreSQL. Returns a function that stops the relay. */
export function openRelay(
  { database, tallies }: Pick<ServerParts, 'database' | 'tallies'>,
  { databaseUrl: url }: Config,
  logger: Logger,
): () => Promise<void> {
  const onError = (err: unknown): void =>
    logger.warn({ err }, 'other nodes are not receiving live updates');
  return url === null ? async () => {} : relayChanges({ database, url, tallies, onError });
}
