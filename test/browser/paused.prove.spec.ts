import { instant } from '#domain/base/time';

import { answering } from '../../src/web/demo/answer.ts';
import { livedAccount } from '../../src/web/demo/life.ts';
import { expect, test } from './app.ts';
import { examine } from './looks.ts';
import { complaints } from './page-checks.ts';
import { installWallet } from './test-wallet.ts';
import { connect } from './visitor.ts';

/** What belongs to a user; the rest is the server's own. */
const OWN = /\/api\/(portfolio|bonds|stakes|lmt|sell-verifications|transactions)\//;

test('a pause disables everything that it stops, and says so at each', async ({
  page,
  context,
}) => {
  const heard = complaints(page);
  const ask = answering(livedAccount(instant(Date.now())));
  await page.route(OWN, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ json: await (await ask(pathname + search, {})).json() });
  });
  await page.route('**/api/status', async (route) => {
    const status = (await (await route.fetch()).json()) as object;
    const pausedSince = new Date().toISOString();
    await route.fulfill({ json: { ...status, paused: true, pausedSince } });
  });
  await installWallet(context);
  await page.goto('/');
  await connect(page);
  const portfolio = page.getByRole('region', { name: 'Portfolio Overview' });
  await expect(portfolio.getByText('selling waits until it resumes')).toBeVisible();
  await portfolio.getByRole('tab', { name: 'Positions' }).click();
  const claim = portfolio.getByRole('button', { name: 'Claim LMT' });
  await expect(claim).toBeDisabled();
  await expect(claim).toHaveAccessibleDescription('Claiming waits for the pause to end.');
  await expect(portfolio.getByText('The pause holds the restake window open')).toBeVisible();
  await expect(portfolio.getByRole('button', { name: /^(Restake|Unstake)$/ })).toHaveCount(0);
  await examine(page);
  await page.getByRole('banner').getByRole('link', { name: 'Stake', exact: true }).click();
  await page
    .getByRole('button', { name: /^Details of vault/ })
    .first()
    .click();
  const auto = page.getByRole('region', { name: 'Interactive Vault Manager' }).getByRole('switch');
  await expect(auto).toBeDisabled();
  await expect(auto).toHaveAccessibleDescription(/It can be changed when the pause ends\.$/);
  expect(heard).toEqual([]);
});
