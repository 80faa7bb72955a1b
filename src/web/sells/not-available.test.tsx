import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';

import type { EligibilityJson } from '#contract/sells/sells';
import { stakeOf } from '#test/web/builders';

import { NotAvailable } from './not-available.tsx';

const stake = stakeOf({ phase: 'running', vaultEndTime: '2026-01-27T12:00:00.000Z' });
const refused: EligibilityJson = {
  eligible: false,
  reason: 'Vaults not yet matured (7-day period incomplete)',
  code: 'SELL_NOT_MATURED',
  possibleAt: stake.vaultEndTime,
  available: '5.00000000',
  remainingLimit: '0.00000000',
  resetsAt: null,
  pending: false,
};

function told(changes: Partial<EligibilityJson>): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Router ssrPath="/sell">
        <NotAvailable eligibility={{ ...refused, ...changes }} stakes={[stake]} />
      </Router>
    </QueryClientProvider>,
  );
}

test('a window that opens while the limit is still used makes no sell possible', () => {
  expect(told({ resetsAt: '2026-01-27T12:00:00.000Z' })).toMatch(/Possible from .*27 Jan/);
  const used = told({ resetsAt: '2026-02-01T12:00:00.000Z' });
  expect(used).toMatch(/A window opens on .*27 Jan.*, but your limit is used until .*1 Feb/);
  expect(used).not.toContain('Possible from');
});
