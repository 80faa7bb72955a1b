import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { type AuditChoice, auditQuery, chainAuditQuery } from '../api/reads/audit-queries.ts';
import { ChainAudit } from '../../audit/analytics/chain-audit.tsx';
import AuditTab from '../../audit/audit-tab.tsx';

const client = new QueryClient();
const drawn = (screen: ReactNode): string =>
  renderToStaticMarkup(<QueryClientProvider client={client}>{screen}</QueryClientProvider>);

/** Two pages of three users, between which one has moved from the first to the second. */
const pagesOf = (page: (userIds: readonly string[]) => object) => ({
  pages: [
    ['a', 'b'],
    ['b', 'c'],
  ].map((userIds) => ({ body: page(userIds), total: 3 })),
  pageParams: [null, 'next'],
});

const discrepancy = { dbTotal: '1', dbTotalUSDC: '0', blockchainTotal: '1' };
const chainPage = (userIds: readonly string[]) => ({
  summary: { fakeBondsSOL: '0', fakeBondsUSDC: '0' },
  systemWideIssues: [],
  lastVerification: null,
  userAudits: userIds.map((userId) => ({
    userId,
    walletAddress: userId,
    verified: true,
    recommendedActions: [],
    discrepancy: {
      ...discrepancy,
      blockchainTotalUSDC: '0',
      fakeBondsAmount: '0',
      fakeBondsAmountUSDC: '0',
    },
  })),
});

test('the chain audit shows a user who moved between two pages once', () => {
  client.setQueryData(chainAuditQuery().queryKey, pagesOf(chainPage) as never);
  expect(drawn(<ChainAudit />)).toContain('3 of 3 users');
});

const choice: AuditChoice = { filter: 'all', search: '', sort: 'risk', direction: 'desc' };
const auditPage = (userIds: readonly string[]) => ({
  summary: { totalSOLBonded: '0', totalUSDCBonded: '0', ledger: { invariantsBroken: [] } },
  treasuryAddress: '',
  generatedAt: '2026-01-09T09:15:00.000Z',
  durationMs: 1,
  users: userIds.map((userId) => ({ userId, walletAddress: userId })),
});

test('the user audit shows a user who moved between two pages once', () => {
  client.setQueryData(auditQuery(choice).queryKey, pagesOf(auditPage) as never);
  expect(drawn(<AuditTab />)).toContain('3 of 3');
});
