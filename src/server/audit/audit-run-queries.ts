import { type Instant, iso } from '#domain/base/time';
import { type Database, type Session, only, statement } from '../kernel/db/database.ts';
import { newId } from '../kernel/db/ids.ts';
import { AUDIT_USER, type AuditedUser } from '../kernel/entities/audit-user.ts';
import { arrayRows, arraysOf, namesOf } from '../kernel/entities/rows.ts';
import { withLock } from '../kernel/db/transactions.ts';

/** Progress and result of an audit. */
export interface AuditRun {
  readonly id: string;
  readonly total: number;
  readonly processed: number;
  readonly issues: number;
  /** Protocol time of its figures. */
  readonly generatedAt: Instant;
  /** Null while the audit runs. */
  readonly durationMs: number | null;
  /** JSON; null while the audit runs. */
  readonly summary: string | null;
}

/**
 * Time without a heartbeat after which a run counts as dead, because its node has stopped. A heartbeat from
 * the future was written under clock skew, and counts as dead too.
 */
const HEARTBEAT_AGE_MS_MAX = 15_000;

const COLUMNS = `id, total, processed, issues, generated_at as "generatedAt",
  duration_ms as "durationMs", summary`;
const ALIVE = `(heartbeat_at > db_now() - make_interval(secs => ${HEARTBEAT_AGE_MS_MAX / 1_000})
  and heartbeat_at <= db_now() + interval '1 minute')`;
const OPEN = statement(
  'audit-run-open',
  `select ${COLUMNS} from audit_runs where finished_at is null and ${ALIVE}`,
);
const DROP_DEAD = statement(
  'audit-run-drop-dead',
  'delete from audit_runs where finished_at is null',
);
const START = statement(
  'audit-run-start',
  `insert into audit_runs (id, heartbeat_at, total, generated_at)
   values ($1, db_now(), $2, $3) returning ${COLUMNS}`,
);
const ONE = statement(
  'audit-run-one',
  `select ${COLUMNS} from audit_runs where id = $1 and (finished_at is not null or ${ALIVE})`,
);
const NEWEST = statement(
  'audit-run-newest',
  `select ${COLUMNS} from audit_runs where finished_at is not null order by finished_at desc limit 1`,
);
const BEAT = statement(
  'audit-run-beat',
  `update audit_runs set heartbeat_at = db_now() where id = $1 and finished_at is null`,
);
const FINISH = statement(
  'audit-run-finish',
  `with older as (delete from audit_runs where finished_at is not null)
   update audit_runs set finished_at = db_now(), duration_ms = $2, summary = $3
   where id = $1 and finished_at is null returning id`,
);
const ABANDON = statement(
  'audit-run-abandon',
  'delete from audit_runs where id = $1 and finished_at is null',
);

/** Starts an audit, or returns the one in progress. Deletes a dead run. */
export function startRun(
  database: Database,
  total: number,
  now: Instant,
): Promise<{ readonly run: AuditRun; readonly isOwn: boolean }> {
  return withLock(database, { name: 'audit' }, async (session) => {
    const open = await openRun(session);
    if (open) return { run: open, isOwn: false };
    await session.query(DROP_DEAD);
    const run = only(await session.query<AuditRun>(START, [newId(now), total, iso(now)]));
    return { run, isOwn: true };
  });
}

/** Returns the audit in progress; null if none runs. */
export async function openRun(session: Session): Promise<AuditRun | null> {
  return (await session.query<AuditRun>(OPEN))[0] ?? null;
}

/** Returns a run; null if it was deleted or is dead. */
export async function findRun(session: Session, id: string): Promise<AuditRun | null> {
  return (await session.query<AuditRun>(ONE, [id]))[0] ?? null;
}

/** Returns the newest complete audit; null if there is none. */
export async function newestRun(session: Session): Promise<AuditRun | null> {
  return (await session.query<AuditRun>(NEWEST))[0] ?? null;
}

export async function renewHeartbeat(session: Session, id: string): Promise<void> {
  await session.query(BEAT, [id]);
}

/**
 * Marks the run complete; it replaces the previous one. Returns false if another node has taken over the run.
 */
export async function finishRun(
  session: Session,
  {
    id,
    durationMs,
    summary,
  }: { readonly id: string; readonly durationMs: number; readonly summary: string },
): Promise<boolean> {
  return (await session.query(FINISH, [id, durationMs, summary])).length > 0;
}

export async function abandonRun(session: Session, id: string): Promise<void> {
  await session.query(ABANDON, [id]);
}

/** Reports are sent as lines of one text, because encoding them as an array takes longer than auditing. */
const ADD = statement(
  'audit-users-add',
  `with run as (
     update audit_runs set heartbeat_at = db_now(), processed = processed + $2,
       issues = issues + $3 where id = $1 and finished_at is null returning id),
   added as (insert into audit_users (run_id, ${namesOf(AUDIT_USER)}, report)
     select run.id, r.* from run, rows from (${arrayRows(AUDIT_USER, 5)}, unnest(string_to_array($4, E'\\n')))
       as r(${namesOf(AUDIT_USER)}, report))
   select id from run`,
);

/** Adds users to a run. Returns false if another node has taken over the run. */
export async function addUsers(
  session: Session,
  runId: string,
  users: readonly AuditedUser[],
): Promise<boolean> {
  const issues = users.reduce((all, user) => all + user.issues, 0);
  const reports = users.map(({ report }) => report).join('\n');
  const params = [runId, users.length, issues, reports, ...arraysOf(AUDIT_USER, users)];
  return (await session.query(ADD, params)).length > 0;
}
