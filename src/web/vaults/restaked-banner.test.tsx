import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { stakeOf } from '#test/web/builders';

import { RestakedBanner } from './restaked-banner.tsx';

test('without a fee it is not said that a vault earned nothing: its rewards may have been unstaked', () => {
  const stake = stakeOf({
    lastRestakeType: 'auto',
    lastRestakeFeeAmount: '0.00000000',
    restakeProcessedAt: '2026-01-28T00:00:00.000Z',
    totalRewardsEarned: '0.95890410',
  });
  expect(renderToStaticMarkup(<RestakedBanner stake={stake} />)).toContain(
    'No fee: no rewards were left in it.',
  );
});
