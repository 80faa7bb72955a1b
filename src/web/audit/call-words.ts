import { PATHS } from '#contract/base/paths';

import { auditTexts } from './audit-texts.ts';
import { settingsSubject } from './settings-subject.ts';

const { did: words } = auditTexts.log;

/** What each call of the owner's does, in words; of two that fit, the first. */
const CALLS: readonly (readonly [method: string, path: string, did: string])[] = [
  ['POST', PATHS.adminAccess, words.access],
  ['DELETE', PATHS.adminAccess, words.left],
  ['POST', PATHS.adminSettings, words.settings],
  ['POST', PATHS.adminRevenue, words.revenue],
  ['PUT', PATHS.adminHoldings, words.holdings],
  ['POST', PATHS.approveSell, words.approved],
  ['POST', PATHS.rejectSell, words.rejected],
  ['POST', PATHS.settlePayout, words.settled],
  ['POST', PATHS.withdrawPayout, words.gaveUp],
  ['POST', PATHS.payoutNonces, words.nonces],
  ['PUT', PATHS.adminUser, words.userEdited],
  ['DELETE', PATHS.adminUser, words.userDeleted],
  ['POST', PATHS.refundCredit, words.creditRefunded],
  ['PUT', PATHS.adminVault, words.vaultEdited],
  ['DELETE', PATHS.adminVault, words.vaultDeleted],
  ['POST', PATHS.retryVault, words.vaultRetried],
  ['DELETE', PATHS.adminBondsCleanup, words.cleanedUp],
  ['DELETE', PATHS.adminBond, words.bondDeleted],
  ['POST', PATHS.adminDeposits, words.paymentListed],
  ['POST', PATHS.assignDeposit, words.paymentAssigned],
  ['POST', PATHS.refundDeposit, words.paymentRefunded],
  ['POST', PATHS.adminFixAll, words.fixed],
  ['POST', PATHS.adminVerifyBlockchain, words.verified],
  ['POST', PATHS.adminAuditRun, words.audited],
  ['PATCH', PATHS.adminMovement, words.movementNamed],
  ['POST', PATHS.anchorProof, words.anchored],
  ['POST', PATHS.signHoldings, words.holdingsSigned],
];

const PATTERNS = CALLS.map(([method, path, did]) => ({
  pattern: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  did,
}));

/** Action and subject of a log line; the call itself if no words exist for it. */
export function didText(call: string, after: unknown, before: unknown = null): string {
  if (call === `POST ${PATHS.adminPause}`) return isPaused(after) ? words.paused : words.resumed;
  if (call === 'pause bonds in USDC') return words.pegPaused;
  if (call === 'resume bonds in USDC') return words.pegResumed;
  const did = PATTERNS.find(({ pattern }) => pattern.test(call))?.did ?? call;
  const subject = CHANGES_SETTINGS.includes(call) ? settingsSubject(before, after) : '';
  return subject === '' ? did : `${did}: ${subject}`;
}

const CHANGES_SETTINGS: readonly string[] = [
  `POST ${PATHS.adminSettings}`,
  `POST ${PATHS.adminRevenue}`,
];

const isPaused = (after: unknown): boolean =>
  typeof after === 'object' && after !== null && 'paused' in after && after.paused === true;
