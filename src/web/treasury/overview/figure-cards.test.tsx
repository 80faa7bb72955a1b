import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';

import type { AlertJson, Health } from '#contract/alerts/health';

import { adminHealthQuery, adminStatsQuery } from '../../kernel/api/reads/admin-queries.ts';
import { FigureCards } from './figure-cards.tsx';

interface Known extends Pick<Health, 'api' | 'emergency'> {
  readonly alerts: readonly AlertJson[];
}

/** The Overview's figures, where the system's state is known or still being read. */
function drawn(health: Known | null): string {
  const client = new QueryClient();
  const stats = {
    totalUsers: 3,
    newUsersToday: 1,
    totalTreasuryValue: '10.00',
    dailyRevenue: '1.00',
  };
  client.setQueryData(adminStatsQuery().queryKey, stats as never);
  if (health) client.setQueryData(adminHealthQuery().queryKey, health as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/admin">
        <FigureCards />
      </Router>
    </QueryClientProvider>,
  );
}

const WELL = { api: 'Operational', alerts: [], emergency: null } as const;
const ALERT = {
  code: 'REQUEST_OVERDUE',
  severity: 'warning',
  text: '17 requests are overdue',
  since: null,
  subject: null,
} as const;

test('nothing is said of alerts before they are known', () => {
  expect(drawn(null)).toContain('System Status');
  expect(drawn(null)).not.toMatch(/alert|Operational/i);
  expect(drawn(WELL)).toContain('No alerts');
});

test('an alert leads to the System tab, and no state beside it is green', () => {
  const alarmed = drawn({ ...WELL, alerts: [ALERT] });
  expect(alarmed).toMatch(/<a [^>]*href="\/admin\?tab=system"[^>]*>1 alert/);
  expect(alarmed).toMatch(/class="[^"]*text-amber[^"]*">Operational</);
  expect(drawn(WELL)).toMatch(/class="[^"]*text-accent[^"]*">Operational</);
});
