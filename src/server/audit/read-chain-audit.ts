import type {
  BlockchainAuditJson,
  ChainUserAuditJson,
  getBlockchainAudit,
} from '#contract/audit/chain-audit';
import { ChainAudit, type ChainUserAudit, systemWideIssues } from '#domain/audit/chain-audit';
import { UNCHECKED } from '#domain/audit/chain-check';
import { formatAmount, sum } from '#domain/base/money';
import type { Result } from '#domain/base/result';
import { type Instant, iso } from '#domain/base/time';
import type { Answer, Call } from '../kernel/base/route.ts';
import type { Parts } from '../kernel/parts.ts';
import { ZERO_ID } from '../kernel/db/ids.ts';
import { foreignCursor } from '../kernel/lists/page-cursor.ts';
import { pageResponse } from '../kernel/lists/page-response.ts';
import { lastVerification } from './verification-queries.ts';
import { bondLines, bondsOnChain, loosePayments } from './chain-audit-queries.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { checkDueBonds } from './check-bonds.ts';

type AuditParts = Pick<Parts, 'database' | 'cache' | 'chain'>;

/** Maximum bonds checked per read; the others wait for the next read, or for 'Verify Blockchain'. */
const CHECKS_MAX = 200;
const BATCH = 1_000;

interface Gathered {
  readonly at: Instant;
  readonly summary: BlockchainAuditJson['summary'];
  readonly users: readonly ChainUserAudit[];
  readonly issues: readonly string[];
}

type ReadChainAudit = (
  query: Call<typeof getBlockchainAudit>['query'],
) => Promise<Result<Answer<BlockchainAuditJson>>>;

/**
 * Creates the reader of the audit of bonds against the chain, a page of users at a time. Memoized if slow.
 */
export function chainAuditReader(parts: AuditParts): ReadChainAudit {
  return async ({ limit, cursor }) => {
    if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) return foreignCursor();
    const { database, cache } = parts;
    const { at, summary, users, issues } = await cache.memo('chain audit', () => gather(parts));
    const from = Number(cursor ?? 0);
    const page = users.slice(from, from + limit);
    const lines = await bondLines(
      database,
      page.map(({ userId }) => userId),
    );
    const last = await lastVerification(database);
    const body = {
      generatedAt: iso(at),
      summary,
      systemWideIssues: [...issues],
      userAudits: page.map((user) => present(user, lines.get(user.userId) ?? 0)),
      lastVerification: last && { ...last, at: iso(last.at) },
    };
    const next = from + limit < users.length ? String(from + limit) : null;
    return pageResponse(body, users.length, next);
  };
}

async function gather(parts: Pick<Parts, 'database' | 'chain'>): Promise<Gathered> {
  const { database } = parts;
  const { isCutOff } = await checkDueBonds(parts, CHECKS_MAX);
  const { now } = await readHead(database);
  const audit = new ChainAudit(now);
  let unchecked = 0;
  let after = ZERO_ID;
  for (;;) {
    const page = await bondsOnChain(database, after, BATCH);
    for (const read of page) {
      audit.addBond(read);
      if (read.check === UNCHECKED) unchecked += 1;
    }
    after = page.at(-1)?.bond.id ?? after;
    if (page.length < BATCH) break;
  }
  for (const payment of await loosePayments(database)) audit.addUnmatched(payment);
  const users = audit.users();
  const summary = summaryOf(users);
  return { at: now, summary, users, issues: systemWideIssues(users, { unchecked, isCutOff }) };
}

function summaryOf(users: readonly ChainUserAudit[]): BlockchainAuditJson['summary'] {
  const count = (of: (user: ChainUserAudit) => number): number =>
    users.reduce((all, user) => all + of(user), 0);
  return {
    totalDatabaseBonds: count(({ bonds }) => bonds),
    verifiedTransactions: count(({ verifiedBonds }) => verifiedBonds),
    fakeBonds: count(({ fakeBonds }) => fakeBonds),
    fakeBondsSOL: formatAmount('SOL', sum(users.map(({ fake }) => fake.SOL))),
    fakeBondsUSDC: formatAmount('USDC', sum(users.map(({ fake }) => fake.USDC))),
    affectedUsers: users.filter(({ verified }) => !verified).length,
  };
}

function present(user: ChainUserAudit, databaseTransactions: number): ChainUserAuditJson {
  const { userId, username, verified, unknown, stored, paid, fake, recommendedActions } = user;
  return {
    userId,
    walletAddress: user.wallet,
    username,
    verified,
    unknown,
    discrepancy: {
      dbTotal: formatAmount('SOL', stored.SOL),
      blockchainTotal: formatAmount('SOL', paid.SOL),
      fakeBondsAmount: formatAmount('SOL', fake.SOL),
      dbTotalUSDC: formatAmount('USDC', stored.USDC),
      blockchainTotalUSDC: formatAmount('USDC', paid.USDC),
      fakeBondsAmountUSDC: formatAmount('USDC', fake.USDC),
    },
    databaseBonds: user.bonds,
    blockchainTransactions: user.verifiedBonds + user.underpaid,
    databaseTransactions,
    recommendedActions: [...recommendedActions],
  };
}
