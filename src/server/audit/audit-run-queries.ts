import { type Instant, iso } from '#domain/base/time';
import { type Database, type Session, only, statement } from '../kernel/db/database.ts';
import { newId } from '../kernel/db/ids.ts';
import { AUDIT_USER, type AuditedUser } from '../kernel/entities/audit-user.ts';
import { arrayRows, arraysOf, namesOf } from '../kernel/entities/rows.ts';
import { withLock } from '../kernel/db/transactions.ts';

/** How far an audit is. */
export interface AuditRun {
  readonly id: string;
  readonly total: number;
  readonly processed: number;
  readonly issues: number;
  /** Protocol time of its figures. */
  readonly generatedAt: Instant;
  /** Null while it is being made. */
  readonly durationMs: number | null;
  /** JSON; null while it is being made. */
  readonly summary: string | null;
}

/**
 * A run without a heartbeat for this long has died with its node. A heartbeat from the future was written while the
 * database's clock was ahead, and says nothing.
 */
const DEAD_MS = 15_000;

const COLUMNS = `id, total, processed, issues, generated_at as "generatedAt",
  duration_ms as "durationMs", summary`;
const ALIVE = `(heartbeat_at > db_now() - make_interval(secs => ${DEAD_MS / 1_000})
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

/** Begins an audit, or finds the one that is under way; one that died is taken away. */
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

/** The audit that is being made; null where none is. */
export async function openRun(session: Session): Promise<AuditRun | null> {
  return (await session.query<AuditRun>(OPEN))[0] ?? null;
}

/** Null where it is gone, or has died. */
export async function findRun(session: Session, id: string): Promise<AuditRun | null> {
  return (await session.query<AuditRun>(ONE, [id]))[0] ?? null;
}

/** The newest audit that is whole; null where there is none. */
export async function newestRun(session: Session): Promise<AuditRun | null> {
  return (await session.query<AuditRun>(NEWEST))[0] ?? null;
}

/** Shows that a run is alive. */
export async function beat(session: Session, id: string): Promise<void> {
  await session.query(BEAT, [id]);
}

/** The run is whole, and takes the place of the one before it; false where another node has taken it over. */
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

/** Reports travel as lines of one text: to write each into an array would take longer than to make it. */
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

/** Adds users to a run; false where another node has taken it over. */
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
