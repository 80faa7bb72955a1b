import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import type { ChainUserAuditJson } from '#contract/audit/chain-audit';

import { ChainUsers } from './chain-users.tsx';

const discrepancy = {
  dbTotal: '49.350000000',
  blockchainTotal: '0.000000000',
  fakeBondsAmount: '0.000000000',
  dbTotalUSDC: '0.000000',
  blockchainTotalUSDC: '0.000000',
  fakeBondsAmountUSDC: '0.000000',
};
const user: ChainUserAuditJson = {
  userId: 'a',
  walletAddress: 'Wa',
  username: 'Na',
  verified: true,
  unknown: 0,
  discrepancy,
  databaseBonds: 1,
  blockchainTransactions: 0,
  databaseTransactions: 1,
  recommendedActions: [],
};

test.each([
  ['VERIFIED', { unknown: 0 }],
  ['UNCHECKED', { unknown: 1 }],
  ['DISCREPANCY', { verified: false, unknown: 1 }],
])('a user is badged %s where the audit says %o', (badge, changes) => {
  const drawn = renderToStaticMarkup(<ChainUsers users={[{ ...user, ...changes }]} total={1} />);
  expect(drawn.match(/VERIFIED|UNCHECKED|DISCREPANCY/g)).toEqual([badge]);
});
