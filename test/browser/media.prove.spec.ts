import type { Locator } from '@playwright/test';

import { Account } from './account.ts';
import { expect, test } from './app.ts';
import { installWallet } from './test-wallet.ts';
import { connect } from './visitor.ts';

const style = (of: Locator, name: string) =>
  of.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test('forced colours leave a switch, the open tab and a vault’s timeline to be seen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/?demo&tab=stake');
  expect(await style(page.getByRole('switch', { name: 'Auto-restake' }), 'appearance')).toBe(
    'auto',
  );
  const here = page.getByRole('banner').getByRole('link', { name: 'Stake', exact: true });
  const there = page.getByRole('banner').getByRole('link', { name: 'Bond', exact: true });
  const ground = (of: Locator) => style(of, 'background-color');
  expect(await ground(here)).not.toBe(await ground(there));
  const timeline = page.getByRole('img', { name: /^Vault timeline/ }).first();
  expect(await style(timeline.locator('.cell').first(), 'background-image')).toContain('gradient');
  await page.goto('/?demo');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  expect(await ground(tab('Overview'))).not.toBe(await ground(tab('Positions')));
  // What a picture's colours stand for, how long each phase takes, and how the streams compare.
  for (const [card, label] of [
    ['Portfolio Overview', 'Unstaked LMT'],
    ['Protocol', 'Bonding'],
    ['Treasury revenue streams', 'Yield Farming'],
  ] as const) {
    const part = page.getByRole('region', { name: card, exact: true });
    const mark = part.locator('dt, li').filter({ hasText: label }).first().locator('i');
    expect(await style(mark, 'forced-color-adjust'), card).toBe('none');
  }
});

test('the printed history is not cut at the height of its list', async ({ page }) => {
  await page.goto('/?demo&tab=history');
  const list = page.getByRole('group', { name: 'Transactions' });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const cut = await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(cut).toBeLessThanOrEqual(0);
});

test('a history of thousands is printed to its last line', async ({ page, app, context }) => {
  const account = await Account.of(app, await installWallet(context));
  await account.bonded('2');
  await page.route('**/api/transactions/history/*', async (route) => {
    const response = await route.fetch();
    const history = (await response.json()) as { all: { id: string }[] };
    const all = Array.from({ length: 1_200 }, (_, line) => ({ ...history.all[0]!, id: `${line}` }));
    await route.fulfill({ response, json: { ...history, all } });
  });
  await page.goto('/?tab=history');
  await connect(page);
  await expect(page.getByText('1,200 transactions', { exact: true })).toBeVisible();
  const lines = page.getByRole('group', { name: 'Transactions' }).getByRole('listitem');
  const onScreen = await lines.count();
  expect(onScreen).toBeLessThan(300);
  await page.evaluate(() => {
    window.addEventListener('beforeprint', () => {
      const printed = document.querySelectorAll('[aria-label="Transactions"] li').length;
      document.documentElement.dataset['printed'] = String(printed);
    });
  });
  await page.pdf();
  expect(await page.locator('html').getAttribute('data-printed')).toBe('1200');
  await expect(lines).toHaveCount(onScreen);
});
