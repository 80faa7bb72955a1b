import { Readable } from 'node:stream';
import type {
  AuditJson,
  AuditProgressJson,
  AuditedUserJson,
  exportAudit,
  getAudit,
} from '#contract/audit/admin-audit';
import { AUDIT_COLUMNS } from '#contract/audit/serialize-audit';
import { uuid } from '#contract/base/wire';
import { MAX_AMOUNT } from '#domain/base/money';
import { type Result, ok } from '#domain/base/result';
import { SECOND_MS, iso } from '#domain/base/time';
import { csvStream, keysetPages } from '../kernel/lists/csv-stream.ts';
import type { Answer, Call } from '../kernel/base/route.ts';
import type { ChangeNotice } from '../kernel/events/changes.ts';
import type { Parts } from '../kernel/parts.ts';
import { countAudited } from './audit-input.ts';
import { type AuditRun, findRun, newestRun, openRun } from './audit-run-queries.ts';
import {
  type AuditRow,
  type AuditSort,
  type AuditView,
  auditPage,
  countAuditUsers,
} from './audit-user-queries.ts';
import type { Session } from '../kernel/db/database.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { snapshot } from '../kernel/db/transactions.ts';
import { foreignCursor } from '../kernel/lists/page-cursor.ts';
import { pageResponse } from '../kernel/lists/page-response.ts';
import { runAudit } from './run-audit.ts';

/** Number of users below which a stale audit is repeated when the owner opens it. */
const INLINE_USERS_MAX = 1_000;
const FRESH_MS = 30 * SECOND_MS;
/** Minimum age at which an outdated audit is run again, because each key typed into the search reads it. */
const LEAST_MS = 2 * SECOND_MS;
const CSV_BATCH = 1_000;

type ViewInput = Call<typeof exportAudit>['query'];
type PageInput = Call<typeof getAudit>['query'];

/** True if a change can change an audit: prices and public figures cannot. */
function concernsAccounts(change: ChangeNotice): boolean {
  if (change === 'all' || change.userIds.length > 0) return true;
  return change.topics.some((topic) => topic === 'admin' || topic === 'protocol');
}

/** Creates the reader of the stored audit, which repeats a stale one. */
export function auditReader(parts: Pick<Parts, 'database' | 'rules' | 'chain' | 'alert'>) {
  let writtenAt = performance.now();
  parts.database.changes.subscribe((change) => {
    if (concernsAccounts(change)) writtenAt = performance.now();
  });
  let madeAt = Number.NEGATIVE_INFINITY;
  const refresh = async (): Promise<void> => {
    const { database } = parts;
    const newest = await newestRun(database);
    const { now } = await readHead(database);
    const isOld = newest === null || Math.abs(now - newest.generatedAt) > FRESH_MS;
    const isWritten = writtenAt >= madeAt && performance.now() - madeAt > LEAST_MS;
    if (newest && !isOld && !isWritten) return;
    if (newest && newest.total >= INLINE_USERS_MAX) return;
    if (newest && (await countAudited(database)) >= INLINE_USERS_MAX) return;
    madeAt = performance.now();
    await toItsEnd(runAudit(parts));
  };
  return {
    async read(input: PageInput): Promise<Result<Answer<AuditJson>>> {
      const after = readCursor(input.cursor, input.sort);
      if (!after.ok) return after;
      await refresh();
      return read(parts, input, after.value);
    },
    async csv(input: ViewInput): Promise<Result<Answer<Readable>>> {
      await refresh();
      return csvOf(parts, viewOf(input));
    },
    run(): Result<Answer<Readable>> {
      madeAt = performance.now();
      const headers = { 'content-type': 'application/x-ndjson; charset=utf-8' };
      return ok({ status: 200, body: Readable.from(lines(runAudit(parts))), headers });
    },
  };
}

async function toItsEnd(progress: AsyncGenerator<AuditProgressJson>): Promise<void> {
  for await (const _ of progress);
}

async function* lines(progress: AsyncGenerator<AuditProgressJson>): AsyncGenerator<string> {
  for await (const line of progress) yield `${JSON.stringify(line)}\n`;
}

function viewOf({ filter, search, sort, direction }: ViewInput): AuditView {
  const usual = sort === 'wallet' ? 'asc' : 'desc';
  return { filter, search: search?.trim() || null, sort, direction: direction ?? usual };
}

type After = Pick<AuditRow, 'key' | 'userId'> | null;

/** Reads a page with its counts in one snapshot, because the audit may be replaced at any time. */
async function read(
  { database, chain }: Pick<Parts, 'database' | 'chain'>,
  input: PageInput,
  after: After,
): Promise<Result<Answer<AuditJson>>> {
  const view = viewOf(input);
  return snapshot(database, async (session) => {
    const run = await existingRun(session);
    const page = await auditPage(session, { runId: run.id, view }, { after, limit: input.limit });
    const running = await openRun(session);
    const body: AuditJson = {
      summary: JSON.parse(run.summary ?? '{}') as AuditJson['summary'],
      treasuryAddress: chain.till.treasury,
      generatedAt: iso(run.generatedAt),
      durationMs: run.durationMs ?? 0,
      running: running && { processed: running.processed, total: running.total },
      users: reportsOf(page),
    };
    const last = page.length === input.limit ? page.at(-1) : undefined;
    const next = last ? `${last.key}.${last.userId}` : null;
    return pageResponse(body, await countOf(session, run, view), next);
  });
}

const reportsOf = (rows: readonly AuditRow[]): AuditedUserJson[] =>
  rows.map(({ report }) => JSON.parse(report) as AuditedUserJson);

/** Returns the newest audit; there is none only if the first could not be made. */
async function existingRun(session: Session): Promise<AuditRun> {
  const run = await newestRun(session);
  if (!run) throw new Error('there is no audit: the first could not be made');
  return run;
}

/** Returns the number of users that a view matches; the total is stored with the run. */
async function countOf(session: Session, run: AuditRun, view: AuditView): Promise<number> {
  if (view.filter === 'all' && view.search === null) return run.processed;
  return countAuditUsers(session, run.id, view);
}

/** Parses the cursor of the previous page, of the same order. */
function readCursor(text: string | undefined, sort: AuditSort): Result<After> {
  if (text === undefined) return ok(null);
  const [, key = '', userId = ''] = /^([\w-]{1,60})\.([0-9a-f-]{36})$/.exec(text) ?? [];
  const isKey = sort === 'wallet' ? key !== '' : isUnits(key);
  if (isKey && uuid.safeParse(userId).success) return ok({ key, userId });
  return foreignCursor();
}

/** True if a text is a number that fits into a column. */
const isUnits = (text: string): boolean =>
  /^-?\d{1,19}$/.test(text) && BigInt(text.replace('-', '')) <= MAX_AMOUNT;

class Replaced extends Error {}
const TRIES_MAX = 3;

/**
 * Exports the users of the newest audit that a view matches; truncated if the audit is replaced meanwhile.
 */
async function csvOf(
  parts: Pick<Parts, 'database'>,
  view: AuditView,
): Promise<Result<Answer<Readable>>> {
  for (let tries = 1; ; tries += 1) {
    const run = await existingRun(parts.database);
    try {
      const file = { name: 'lmt-audit.csv', columns: AUDIT_COLUMNS, show: reportsOf };
      return await csvStream(file, pagesOf(parts, run, view));
    } catch (error) {
      if (!(error instanceof Replaced) || tries === TRIES_MAX) throw error;
    }
  }
}

function pagesOf(
  { database }: Pick<Parts, 'database'>,
  run: AuditRun,
  view: AuditView,
): AsyncGenerator<readonly AuditRow[]> {
  return keysetPages<AuditRow>(CSV_BATCH, async (after) => {
    const page = { after, limit: CSV_BATCH };
    const rows = await auditPage(database, { runId: run.id, view }, page);
    if (!(await findRun(database, run.id))) throw new Replaced();
    return rows;
  });
}
