import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import type { ProtocolSettings } from '#contract/terms/protocol';
import type { StakeJson } from '#contract/vaults/vaults';
import { stakeOf } from '#test/web/builders';

import { protocolSettingsQuery } from '../../kernel/api/queries.ts';
import { VaultDetails } from './vault-details.tsx';

/** What the details say of a vault while the owner's rates are these. */
function told(stake: StakeJson, restakeFee: string): string {
  const client = new QueryClient();
  const settings = { stakingFee: '0.020000', restakeFee } as ProtocolSettings;
  client.setQueryData(protocolSettingsQuery().queryKey, settings);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <VaultDetails stake={stake} now={Date.parse(stake.vestingStartTime)} />
    </QueryClientProvider>,
  );
}

test('an open window keeps the auto-restake fee that it opened with', () => {
  const window = {
    withdrawable: '2.97945205',
    restake: { fee: '0.08938357', netAmount: '5.86952053' },
    autoRestake: { fee: '0.01438357', netAmount: '5.94452053' },
    restakeFee: '0.015000',
    withdrawalFee: null,
  };
  const auto = { autoRestakeEnabled: true };
  expect(told(stakeOf({ ...auto, phase: 'window', window }), '0.030000')).toContain(
    'The fee is 1.5% of the rewards.',
  );
  expect(told(stakeOf(auto), '0.030000')).toContain('The fee is 3% of the rewards.');
});
