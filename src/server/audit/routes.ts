import * as adminAudit from '#contract/audit/admin-audit';
import * as adminLog from '#contract/audit/admin-log';
import * as chainAudit from '#contract/audit/chain-audit';
import { type Route, done, route } from '../kernel/base/route.ts';
import type { Guards } from '../kernel/guards/guards.ts';
import type { Parts } from '../kernel/parts.ts';
import { cleanUpBonds, fixAll } from './fix-accounts.ts';
import { auditReader } from './read-audit.ts';
import { chainAuditReader } from './read-chain-audit.ts';
import { exportLog, readLog } from './read-log.ts';
import { verifyBlockchain } from './verify-blockchain.ts';

export function auditRoutes(parts: Parts, { owner }: Guards): Route[] {
  const readChainAudit = chainAuditReader(parts);
  const reader = auditReader(parts);
  return [
    route(adminLog.exportLog, owner, ({ query }) => exportLog(parts, query)),
    route(adminAudit.getAudit, owner, ({ query }) => reader.read(query)),
    route(adminAudit.exportAudit, owner, ({ query }) => reader.csv(query)),
    route(adminAudit.runAudit, owner, async () => reader.run()),
    done(chainAudit.verifyBlockchain, owner, ({ body }, by) => verifyBlockchain(parts, by, body)),
    route(chainAudit.getBlockchainAudit, owner, ({ query }) => readChainAudit(query)),
    done(chainAudit.cleanUpBonds, owner, ({ query }, by) => cleanUpBonds(parts, by, query)),
    done(chainAudit.fixAll, owner, ({ query }, by) => fixAll(parts, by, query)),
    route(adminLog.getLog, owner, ({ query }) => readLog(parts, query)),
  ];
}
