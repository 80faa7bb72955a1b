import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { DailyChart } from './daily-chart.tsx';

const day = { day: 1, payoutSOL: '100.0', payoutUSDC: '0.0', requiredSOL: '100.0' };

test('USDC does not pay for SOL', () => {
  const forecast = {
    forPending: { SOL: '0.000000000', USDC: '100000.000000' },
    solPriceUSD: '200.000000000000',
    dailyRequirements: [day],
  };
  const markup = renderToStaticMarkup(<DailyChart forecast={forecast as never} />);
  expect(markup).toContain('From day 1 on the treasury would not have enough SOL.');
  expect(markup).not.toContain('holds enough');
});
