import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { payoutsTexts } from './forecast-texts.ts';
import { DailyChart } from './daily-chart.tsx';

const { chart: words } = payoutsTexts;
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

test('a node of the version before sends no forPending: its available stands in', () => {
  const forecast = {
    available: { SOL: '99.000000000', USDC: '0.000000' },
    solPriceUSD: '200.000000000000',
    dailyRequirements: [day],
  };
  const markup = renderToStaticMarkup(<DailyChart forecast={forecast as never} />);
  expect(markup).toContain('From day 1 on the treasury would not have enough SOL.');
  const unread = { ...forecast, available: null };
  expect(renderToStaticMarkup(<DailyChart forecast={unread as never} />)).toContain(words.noChain);
});
