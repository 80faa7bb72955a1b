import * as audit from '#contract/audit/admin-audit';
import * as blockchain from '#contract/audit/chain-audit';
import { cleanUpBonds, fixAll } from '../../audit/fix-accounts.ts';
import { auditReader } from '../../audit/read-audit.ts';
import { chainAuditReader } from '../../audit/read-chain-audit.ts';
import { verifyBlockchain } from '../../audit/verify-blockchain.ts';
import type { Admin } from '../../kernel/guards/owner.ts';
import { type Guard, type Route, done, route } from '../../kernel/base/route.ts';
import type { Parts } from '../../kernel/parts.ts';

/** What the owner holds users and bonds against: the ledger and the chain; and what that finds to fix. */
export function auditRoutes(parts: Parts, theOwner: Guard<Admin>): Route[] {
  const readChainAudit = chainAuditReader(parts);
  const reader = auditReader(parts);
  return [
    route(audit.getAudit, theOwner, ({ query }) => reader.read(query)),
    route(audit.exportAudit, theOwner, ({ query }) => reader.csv(query)),
    route(audit.runAudit, theOwner, async () => reader.run()),
    done(blockchain.verifyBlockchain, theOwner, ({ body }, by) =>
      verifyBlockchain(parts, by, body),
    ),
    route(blockchain.getBlockchainAudit, theOwner, ({ query }) => readChainAudit(query)),
    done(blockchain.cleanUpBonds, theOwner, ({ query }, by) => cleanUpBonds(parts, by, query)),
    done(blockchain.fixAll, theOwner, ({ query }, by) => fixAll(parts, by, query)),
  ];
}
