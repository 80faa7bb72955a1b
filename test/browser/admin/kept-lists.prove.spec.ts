import type { Page } from '@playwright/test';

import { expect, test } from '../app.ts';
import { card, enter, openTab } from './owner.ts';

test.use({ seeded: 0.2 });

const users = (page: Page) => page.getByRole('group', { name: 'Users', exact: true });

test('filters and the place in a list are there again after a look at another tab', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/admin/users' && search.includes('limit=100')) asked.push(search);
  });
  await enter(page);
  await openTab(page, 'Users');
  await expect(users(page).getByRole('row').nth(5)).toBeVisible();
  await page.getByRole('radio', { name: 'Staking' }).check();
  await page.getByRole('searchbox').fill('user');
  await page.getByRole('button', { name: 'Sort by Unstaked LMT' }).click();
  await expect.poll(() => asked.at(-1)).toMatch(/search=user&filter=staking&sort=balance/);
  await users(page).evaluate((list) => list.scrollTo({ top: 200 }));

  await openTab(page, 'Vaults');
  await page.getByRole('radio', { name: 'Active' }).check();
  await openTab(page, 'Audit');
  await page.getByRole('tab', { name: 'Admin log' }).click();
  await page.getByLabel('From').fill('2020-01-01');
  await openTab(page, 'Sell Verifications');
  await page.getByRole('combobox', { name: 'Token' }).selectOption('USDC');

  asked.length = 0;
  await openTab(page, 'Users');
  await expect(page.getByRole('searchbox')).toHaveValue('user');
  await expect(page.getByRole('radio', { name: 'Staking' })).toBeChecked();
  await expect.poll(() => users(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
  expect(asked.filter((query) => !query.includes('search=user&filter=staking'))).toEqual([]);
  await openTab(page, 'Vaults');
  await expect(page.getByRole('radio', { name: 'Active' })).toBeChecked();
  await openTab(page, 'Audit');
  await expect(page.getByLabel('From')).toHaveValue(/2020/);
  await openTab(page, 'Sell Verifications');
  await expect(page.getByRole('combobox', { name: 'Token' })).toHaveValue('USDC');

  await openTab(page, 'Overview');
  await page.getByRole('button', { name: 'Review Now' }).click();
  await expect(page.getByRole('combobox', { name: 'Token' })).toHaveValue('all');
  await openTab(page, 'Overview');
  await page.getByRole('button', { name: /View All \d+ Users/ }).click();
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(card(page, 'User Management (41 users)')).toBeVisible();
});
