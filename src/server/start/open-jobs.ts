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

/** Beside the pool that requests share. */
const CONNECTIONS = 6;
/** On a busy machine the last job waits long for its turn. */
const WAIT_MS = MINUTE_MS;

/** Jobs ask for the database's time at most this often. */
const CLOCK_ASKED_MS = SECOND_MS;

/** A node's timed work. */
interface Timed {
  readonly start: () => void;
  /** Runs every job once, now. */
  readonly runAll: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function openJobs(parts: ServerParts, config: Config, logger: Logger): Timed {
  const { databaseUrl, runsJobs } = config;
  const own = databaseUrl === null ? parts : onOwnConnections(parts, databaseUrl);
  // An embedded database is this node's alone.
  const leader = databaseUrl === null ? SOLE_LEADER : leaderByLease(own.database);
  const scheduler = new Scheduler(jobs({ ...own, fence: leader.fence }), logger, {
    record: recordRuns(own.database),
    isHeld: () => parts.clock.isHeldNow(CLOCK_ASKED_MS),
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

/** However many requests wait for theirs, payouts are followed and the treasury is watched. */
function onOwnConnections(parts: ServerParts, databaseUrl: string): ServerParts {
  const { changes } = parts.database;
  const pool = { connections: CONNECTIONS, changes, waitMs: WAIT_MS, lockTimeoutMs: 0 };
  const database = openPostgres(databaseUrl, pool);
  const rules = new RulesCache(database);
  return { ...parts, database, rules, writer: new Writer(database, rules, parts.clock) };
}

/** Speaks with the other nodes on a PostgreSQL; answers what ends it. */
export function openRelay(
  { database, tallies }: Pick<ServerParts, 'database' | 'tallies'>,
  { databaseUrl: url }: Config,
  logger: Logger,
): () => Promise<void> {
  const onError = (err: unknown): void =>
    logger.warn({ err }, 'other nodes are not receiving live updates');
  return url === null ? async () => {} : relayChanges({ database, url, tallies, onError });
}
