import * as admin from '#contract/users/admin-session';
import * as deposits from '#contract/payments/admin-deposits';
import * as auth from '#contract/users/auth';
import * as bonds from '#contract/bonds/bonds';
import * as help from '#contract/help/help';
import * as local from '#contract/base/local';
import * as portfolio from '#contract/portfolio/portfolio';
import * as prices from '#contract/terms/prices';
import * as protocol from '#contract/terms/protocol';
import { adminAccess, endAccess } from '../users/admin-access.ts';
import { claimBond } from '../bonds/claim-bond.ts';
import { assignDeposit, listDeposits, listParked } from '../payments/deposits.ts';
import { listPayment } from '../payments/list-payment.ts';
import { emergencyPause } from '../terms/emergency-pause.ts';
import { listBonds } from '../bonds/list-bonds.ts';
import { airdrop, moveClock, readLocal } from './local/change-local-network.ts';
import { openBond } from '../bonds/open-bond.ts';
import { quoteBond } from '../bonds/quote-bond.ts';
import { askHelp } from '../help/ask-help.ts';
import { listHelpPages, readHelpPage } from '../help/read-help.ts';
import { readPrices } from '../terms/read-prices.ts';
import { readChanges, readSettings } from '../terms/read-settings.ts';
import { readStatus } from '../terms/read-status.ts';
import { getNonce, getSignIn, logout, verifyWallet } from '../users/sign-in.ts';
import { readAnalytics } from '../portfolio/read-analytics.ts';
import { exportHistory, readHistory, readTransactions } from '../portfolio/read-history.ts';
import { readPortfolio } from '../portfolio/read-portfolio.ts';
import { nameUser, readUser } from '../users/user-account.ts';
import { localOnly } from '../kernel/guards/local-only.ts';
import { notPaused } from '../kernel/guards/not-paused.ts';
import { anyone } from '../kernel/guards/anyone.ts';
import { ownBond } from '../kernel/guards/ownership.ts';
import { owner } from '../kernel/guards/owner.ts';
import { reader } from '../kernel/guards/reader.ts';
import { maybeSession, own, session } from '../kernel/guards/session.ts';
import { helpRate, quoteRate, signInRate } from '../kernel/guards/network-rate.ts';
import { type Route, done, found, route } from '../kernel/base/route.ts';
import type { ServerParts } from './server-parts.ts';
import { adminReadRoutes } from './routes/admin-reads.ts';
import { auditRoutes } from './routes/audit.ts';
import { correctionRoutes } from './routes/corrections.ts';
import { proofRoutes } from './routes/proof.ts';
import { reminderRoutes } from './routes/reminders.ts';
import { sellRoutes } from './routes/sells.ts';
import { stakeRoutes } from './routes/stakes.ts';
import { treasuryRoutes } from './routes/treasury.ts';

/** One line per endpoint: contract entry → guards → action. */
export function routes(parts: ServerParts): Route[] {
  const signIn = signInRate(parts, anyone);
  const user = own(session(parts));
  const acting = notPaused(parts, user);
  const reading = reader(parts);
  const theOwner = owner(parts);
  const onLocal = localOnly(parts.local, parts.localOffered);
  return [
    found(protocol.getSettings, anyone, () => readSettings(parts)),
    found(protocol.getChanges, anyone, () => readChanges(parts)),
    found(protocol.getStatus, anyone, () => readStatus(parts)),
    found(prices.getPrices, anyone, ({ params, query }) => readPrices(parts, params, query)),

    found(local.getLocal, onLocal, (_, net) => readLocal(parts, net)),
    done(local.airdrop, onLocal, ({ body }, net) => airdrop(net, body)),
    done(local.moveClock, onLocal, ({ body }, net) => moveClock(parts, net, body)),

    found(auth.getNonce, signIn, ({ body }, from) => getNonce(parts, body, from)),
    found(auth.getSignIn, signIn, (_, from) => getSignIn(parts, from)),
    route(auth.verifyWallet, signIn, ({ body }, from) => verifyWallet(parts, body, from)),
    route(auth.logout, session(parts), (_, caller) => logout(parts, caller)),
    done(auth.getUser, reading, ({ params }) => readUser(parts, params)),
    done(auth.postUser, user, ({ body }, caller) => nameUser(parts, caller, body)),

    done(bonds.quoteBond, quoteRate(parts, acting), ({ body }, caller) =>
      quoteBond(parts, caller, body),
    ),
    route(bonds.openBond, acting, ({ body }, caller) => openBond(parts, caller, body)),
    found(bonds.listBonds, reading, ({ params }) => listBonds(parts, params)),
    done(bonds.claimBond, notPaused(parts, ownBond(parts)), ({ params }, caller) =>
      claimBond(parts, caller, params),
    ),

    ...stakeRoutes(parts, user, reading),
    ...sellRoutes(parts, { user, reading, theOwner }),
    ...correctionRoutes(parts, theOwner),
    ...auditRoutes(parts, theOwner),
    ...adminReadRoutes(parts, theOwner),

    done(portfolio.getPortfolio, reading, ({ params }, caller) =>
      readPortfolio(parts, params, caller),
    ),
    found(portfolio.getTransactions, reading, ({ params }) => readTransactions(parts, params)),
    route(portfolio.exportHistory, reading, ({ params, query }) =>
      exportHistory(parts, params, query),
    ),
    done(portfolio.getAnalytics, reading, ({ params }) => readAnalytics(parts, params)),
    route(portfolio.getHistory, reading, ({ params, query }) => readHistory(parts, params, query)),

    route(admin.directAccess, signIn, ({ body }, from) => adminAccess(parts, from, body)),
    found(admin.endAccess, theOwner, (_, by) => endAccess(parts, by)),
    found(admin.emergencyPause, theOwner, ({ body }, by) => emergencyPause(parts, by, body)),
    ...treasuryRoutes(parts, theOwner),
    ...proofRoutes(parts, user, theOwner),
    ...reminderRoutes(parts, user),

    found(help.askHelp, helpRate(parts, maybeSession(parts)), ({ body }, caller) =>
      askHelp(parts, caller, body),
    ),
    found(help.listHelpPages, anyone, () => listHelpPages(parts)),
    done(help.getHelpPage, anyone, ({ params }) => readHelpPage(parts, params)),

    found(deposits.listDeposits, theOwner, ({ query }) => listDeposits(parts, query)),
    done(deposits.listPayment, theOwner, ({ body }, by) => listPayment(parts, by, body)),
    found(deposits.listParked, theOwner, () => listParked(parts)),
    done(deposits.assignDeposit, theOwner, ({ params, body }, by) =>
      assignDeposit(parts, by, { ...body, ...params, storesResponse: true }),
    ),
  ];
}
