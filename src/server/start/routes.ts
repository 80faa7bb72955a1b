import { alertRoutes } from '../alerts/routes.ts';
import { auditRoutes } from '../audit/routes.ts';
import { bondRoutes } from '../bonds/routes.ts';
import { helpRoutes } from '../help/routes.ts';
import type { Route } from '../kernel/base/route.ts';
import { guardsOf } from '../kernel/guards/guards.ts';
import { paymentRoutes } from '../payments/routes.ts';
import { payoutRoutes } from '../payouts/routes.ts';
import { portfolioRoutes } from '../portfolio/routes.ts';
import { proofRoutes } from '../proof/routes.ts';
import { reminderRoutes } from '../reminders/routes.ts';
import { sellRoutes } from '../sells/routes.ts';
import { termRoutes } from '../terms/routes.ts';
import { treasuryRoutes } from '../treasury/routes.ts';
import { userRoutes } from '../users/routes.ts';
import { vaultRoutes } from '../vaults/routes.ts';
import { localRoutes } from './local/routes.ts';
import type { ServerParts } from './server-parts.ts';

/** All routes. Each subject lists its own, one line per endpoint: contract entry → guards → action. */
export function routes(parts: ServerParts): Route[] {
  const guards = guardsOf(parts);
  return [
    ...termRoutes(parts, guards),
    ...paymentRoutes(parts, guards),
    ...bondRoutes(parts, guards),
    ...vaultRoutes(parts, guards),
    ...userRoutes(parts, guards),
    ...sellRoutes(parts, guards),
    ...portfolioRoutes(parts, guards),
    ...treasuryRoutes(parts, guards),
    ...payoutRoutes(parts, guards),
    ...auditRoutes(parts, guards),
    ...proofRoutes(parts, guards),
    ...alertRoutes(parts, guards),
    ...reminderRoutes(parts, guards),
    ...helpRoutes(parts, guards),
    ...localRoutes(parts),
  ];
}
