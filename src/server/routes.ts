import * as admin from '#contract/admin';
import * as deposits from '#contract/admin-deposits';
import * as auth from '#contract/auth';
import * as bonds from '#contract/bonds';
import * as local from '#contract/local';
import * as prices from '#contract/prices';
import * as protocol from '#contract/protocol';
import { adminAccess, endAccess } from './actions/owner/admin-access.ts';
import { claimBond } from './actions/bonds/claim-bond.ts';
import { assignDeposit, listDeposits, listParked } from './actions/payments/deposits.ts';
import { listPayment } from './actions/payments/list-payment.ts';
import { emergencyPause } from './actions/owner/emergency-pause.ts';
import { listBonds } from './actions/bonds/list-bonds.ts';
import { airdrop, moveClock, readLocal } from './actions/local/local-network.ts';
import { openBond } from './actions/bonds/open-bond.ts';
import { quoteBond } from './actions/bonds/quote-bond.ts';
import { readPrices } from './actions/protocol/read-prices.ts';
import { readSettings } from './actions/protocol/read-settings.ts';
import { readStatus } from './actions/protocol/read-status.ts';
import { getNonce, getSignIn, logout, verifyWallet } from './actions/users/sign-in.ts';
import { nameUser, readUser } from './actions/users/users.ts';
import { localOnly } from './guards/local-only.ts';
import { notPaused } from './guards/not-paused.ts';
import { anyone } from './guards/anyone.ts';
import { ownBond } from './guards/own-subject.ts';
import { owner } from './guards/owner.ts';
import { reader } from './guards/reader.ts';
import { own, session } from './guards/session.ts';
import { signInRate } from './guards/network-rate.ts';
import { done, found, made } from './base/answers.ts';
import { type Route, route } from './base/route.ts';
import type { Parts } from './parts.ts';
import { adminReadRoutes } from './routes/admin-reads.ts';
import { auditRoutes } from './routes/audit.ts';
import { correctionRoutes } from './routes/corrections.ts';
import { helpRoutes } from './routes/help.ts';
import { portfolioRoutes } from './routes/portfolio.ts';
import { proofRoutes } from './routes/proof.ts';
import { reminderRoutes } from './routes/reminders.ts';
import { sellRoutes } from './routes/sells.ts';
import { stakeRoutes } from './routes/stakes.ts';
import { treasuryRoutes } from './routes/treasury.ts';

/** One line per endpoint: contract entry → guards → action. */
export function routes(parts: Parts): Route[] {
  const signIn = signInRate(parts, anyone);
  const user = own(session(parts));
  const acting = notPaused(parts, user);
  const reading = reader(parts);
  const theOwner = owner(parts);
  const onLocal = localOnly(parts.local, parts.localOffered);
  return [
    route(protocol.getSettings, anyone, async () => found(await readSettings(parts))),
    route(protocol.getStatus, anyone, async () => found(await readStatus(parts))),
    route(prices.getPrices, anyone, async ({ params, query }) =>
      found(await readPrices(parts, params, query)),
    ),

    route(local.getLocal, onLocal, async (_, net) => found(await readLocal(parts, net))),
    route(local.airdrop, onLocal, async ({ body }, net) => done(await airdrop(net, body))),
    route(local.moveClock, onLocal, async ({ body }, net) =>
      done(await moveClock(parts, net, body)),
    ),

    route(auth.getNonce, signIn, async ({ body }, from) =>
      found(await getNonce(parts, body, from)),
    ),
    route(auth.getSignIn, signIn, async (_, from) => found(await getSignIn(parts, from))),
    route(auth.verifyWallet, signIn, ({ body }, from) => verifyWallet(parts, body, from)),
    route(auth.logout, session(parts), (_, caller) => logout(parts, caller)),
    route(auth.getUser, reading, async ({ params }) => done(await readUser(parts, params))),
    route(auth.postUser, user, async ({ body }, caller) =>
      done(await nameUser(parts, caller, body)),
    ),

    route(bonds.quoteBond, acting, async ({ body }, caller) =>
      made(await quoteBond(parts, caller, body)),
    ),
    route(bonds.openBond, acting, ({ body }, caller) => openBond(parts, caller, body)),
    route(bonds.listBonds, reading, async ({ params }) => found(await listBonds(parts, params))),
    route(bonds.claimBond, notPaused(parts, ownBond(parts)), async ({ params }, caller) =>
      done(await claimBond(parts, caller, params)),
    ),

    ...stakeRoutes(parts, user, reading),
    ...sellRoutes(parts, { user, reading, theOwner }),
    ...correctionRoutes(parts, theOwner),
    ...auditRoutes(parts, theOwner),
    ...adminReadRoutes(parts, theOwner),

    ...portfolioRoutes(parts, reading),

    route(admin.directAccess, signIn, ({ body }, from) => adminAccess(parts, from, body)),
    route(admin.endAccess, theOwner, async (_, by) => found(await endAccess(parts, by))),
    route(admin.emergencyPause, theOwner, async ({ body }, by) =>
      found(await emergencyPause(parts, by, body)),
    ),
    ...treasuryRoutes(parts, theOwner),
    ...proofRoutes(parts, user, theOwner),
    ...reminderRoutes(parts, user),
    ...helpRoutes(parts),
    route(deposits.listDeposits, theOwner, async ({ query }) =>
      found(await listDeposits(parts, query)),
    ),
    route(deposits.listPayment, theOwner, async ({ body }, by) =>
      made(await listPayment(parts, by, body)),
    ),
    route(deposits.listParked, theOwner, async () => found(await listParked(parts))),
    route(deposits.assignDeposit, theOwner, async ({ params, body }, by) =>
      made(await assignDeposit(parts, by, { ...body, ...params, isWhole: true })),
    ),
  ];
}
