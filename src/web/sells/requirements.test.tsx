import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import type { EligibilityJson } from '#contract/sells/sells';
import { stakeOf } from '#test/web/builders';

import { statusQuery } from '../kernel/api/queries.ts';
import { Requirements } from './requirements.tsx';

const stake = stakeOf({ phase: 'window' });
const eligibility: EligibilityJson = {
  eligible: true,
  reason: null,
  code: null,
  possibleAt: null,
  available: '5.00000000',
  remainingLimit: '2.50000000',
  resetsAt: null,
  pending: false,
};

function told(paused: boolean): string {
  const client = new QueryClient();
  const status = { now: stake.vaultEndTime, paused };
  client.setQueryData(statusQuery().queryKey, status as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Requirements eligibility={eligibility} stakes={[stake]} sells={[]} />
    </QueryClientProvider>,
  );
}

test('a window that a pause holds open has no clock', () => {
  expect(told(false)).toContain('Vault 3fa91c, closes in');
  expect(told(true)).toContain('Vault 3fa91c, held open by the pause');
});
