import { mkdirSync } from 'node:fs';

import type { Locator, Page, Route } from '@playwright/test';

import { HOUR_MS } from '#domain/base/time';

import { shortAddress } from '../../../src/web/kernel/ui/format/short-address.ts';
import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { LOOKS, lookAt, takePicture } from '../looks.ts';
import { complaints, expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import { holdToasts } from '../toasts.ts';
import { TABS, card, choose, enter, openTab } from './owner.ts';

const PICTURES = 'test-results/screens';
const COUNT = 200;

// One after the other on one server: its users are made once.
test.describe.configure({ mode: 'default', timeout: 240_000 });
test.use({ seeded: 0.2 });
// The page asks again and again: what it asked last may be under way when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

interface Pending {
  readonly id: string;
  readonly requestedAt: string;
  readonly username: string;
}

/** The server's own queue, repeated to two hundred requests, an hour apart. */
async function manyPending(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as Record<'pendingCount' | 'totalCount', number> & {
    pending: Pending[];
  };
  const { pending } = body;
  const newest = Date.parse(pending.at(-1)!.requestedAt);
  const many = Array.from({ length: COUNT }, (_, i) => ({
    ...pending[i % pending.length]!,
    id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    username: `Seller ${i + 1}`,
    requestedAt: new Date(newest - ((COUNT - i) * HOUR_MS) / 4).toISOString(),
    queue: { place: i + 1, answerBy: pending[0]!.requestedAt, overdue: false },
    riskLevel: (['low', 'low', 'medium', 'high', null] as const)[i % 5]!,
  }));
  const totalCount = body.totalCount - body.pendingCount + COUNT;
  const json = { ...body, pending: many, pendingCount: COUNT, totalCount };
  await route.fulfill({ response, json });
}

const open = (page: Page) => page.getByRole('region', { name: 'Open request' });

/** Rows of the queue that can be read whole, on the page as it opens. */
const rowsInSight = (page: Page): Promise<number> =>
  page.getByRole('group', { name: 'Pending requests', exact: true }).evaluate((region) => {
    const head = region.querySelector('thead')!.getBoundingClientRect().bottom;
    const end = Math.min(region.getBoundingClientRect().bottom, innerHeight);
    const rows = [...region.querySelectorAll('tbody tr[aria-rowindex]')];
    return rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= head - 1 && bottom <= end + 1;
    }).length;
  });

/** What is told of one decision lies on none of the buttons of the next. */
async function expectUncovered(page: Page): Promise<void> {
  const release = await holdToasts(page);
  await choose(page, 'Refresh Data');
  const toast = page.locator('[data-sonner-toast]').first();
  await expect(toast).toContainText('Data Refreshed');
  const told = (await toast.boundingBox())!;
  for (const button of await open(page).getByRole('button').all()) {
    const { x, y, width, height } = (await button.boundingBox())!;
    const isBeside = x + width <= told.x || x >= told.x + told.width;
    const isAbove = y + height <= told.y || y >= told.y + told.height;
    expect(isBeside || isAbove, (await button.textContent()) ?? '').toBe(true);
  }
  await release();
}

test('two hundred requests are worked through by keys, without a scroll of the page', async ({
  page,
}) => {
  const said = complaints(page);
  mkdirSync(PICTURES, { recursive: true });
  await page.route(/api\/admin\/sell-verifications\?/, manyPending);
  await enter(page);
  await openTab(page, 'Sell Verifications');
  const queue = card(page, 'Pending Requests (200)');
  await expect(open(page)).toContainText('Seller 1');
  await expect(queue.getByText('200 of 200 requests')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await rowsInSight(page), 'rows without a scroll').toBeGreaterThanOrEqual(12);
  await expect(open(page).getByRole('button', { name: /^Approve & Execute/ })).toBeInViewport();
  await expectUncovered(page);
  for (const look of LOOKS) {
    await lookAt(page, look);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await takePicture(page, `${PICTURES}/queue-200-${look.name}`);
  }
  await queue.getByRole('button', { name: 'Open the request of Seller 1', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Seller 1' });
  await expect(sheet.getByRole('button', { name: /^Approve & Execute/ })).toBeVisible();
  await expectAccessible(page);
  await takePicture(page, `${PICTURES}/queue-sheet-${LOOKS[3].name}`);
  await page.keyboard.press('Escape');
  await lookAt(page, LOOKS[0]);

  const table = queue.getByRole('group', { name: 'Pending requests', exact: true });
  await table.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  for (let place = 2; place <= COUNT; place += 1) await page.keyboard.press('j');
  await expect(open(page)).toContainText('Seller 200');
  await expect(table.getByRole('row', { name: /Seller 200/ })).toBeInViewport();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(queue.getByText('2 selected')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.keyboard.press('r');
  const asked = page.getByRole('dialog', { name: 'Reject 2 requests' });
  await expect(asked).toBeVisible();
  await page.keyboard.press('j');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(open(page), 'no letter reaches it through a dialog').toContainText('Seller 199');

  await queue.getByRole('combobox', { name: 'Risk' }).selectOption('high');
  await expect(queue.getByText('40 of 200 requests')).toBeVisible();
  await expect(queue.getByText('1 selected'), 'what is hidden is not selected').toBeVisible();
  await queue.getByLabel('LMT from').fill('99999');
  await expect(queue.getByText('No request matches these filters.')).toBeVisible();
  await queue.getByLabel('LMT from').fill('');
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.keyboard.press('r');
  await expect(page.getByRole('menuitem', { name: 'Refresh Data' })).toBeFocused();
  await page.keyboard.press('Escape');
  await queue.getByRole('button', { name: /^Keys/ }).click();
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(said).toEqual([]);
});

/** Amounts of people and of the treasury; prices, which everybody may see, stand in other words. */
const AMOUNT = /\d\.\d+ (?:LMT|SOL)\b/;

test('while the owner hides it, no tab tells who has how much', async ({ page, app }) => {
  const owner = await Account.owner(app);
  const users = await owner.call<{ username: string; walletAddress: string }[]>(
    'GET',
    '/api/admin/users?limit=200',
  );
  expect(users.length).toBeGreaterThan(30);
  const names = users.flatMap((user) => [user.username, shortAddress(user.walletAddress)]);
  const expectHidden = async (where: string) => {
    const region = page.locator(where);
    const readOut = await region.evaluate((top) =>
      [...top.querySelectorAll('[aria-label], [data-hint]')].map(
        (part) => `${part.getAttribute('aria-label')} ${part.getAttribute('data-hint')}`,
      ),
    );
    const text = [await region.innerText(), ...readOut].join('\n');
    expect.soft(names.filter((name) => text.includes(name))).toEqual([]);
    expect.soft(text).not.toMatch(AMOUNT);
  };
  await enter(page);
  await choose(page, 'Hide Sensitive Data');
  for (const [tab] of TABS) {
    await openTab(page, tab);
    await expect(page.locator('main').getByLabel('Hidden').first()).toBeVisible();
    await expect(
      page
        .locator('main')
        .getByRole('status')
        .filter({ hasText: /^Loading/ }),
    ).toHaveCount(0);
    await test.step(tab, () => expectHidden('main'));
    await expectAccessible(page);
  }
  await openTab(page, 'Users');
  const dialog = page.getByRole('dialog');
  await test.step('who is deleted', async () => {
    await page
      .getByRole('button', { name: /^Delete:/ })
      .first()
      .click();
    await expect(dialog).toContainText('ALL their data');
    await expectHidden('[role=dialog]');
    await page.keyboard.press('Escape');
  });
  await test.step('what a user has, when more is taken', async () => {
    await page
      .getByRole('button', { name: /^Edit:/ })
      .first()
      .click();
    await dialog.getByRole('radio', { name: 'Debit' }).check();
    await dialog.getByLabel('Amount').fill('99999999');
    await expect(dialog).toContainText('The user has less LMT than that.');
    await page.keyboard.press('Escape');
  });
  await openTab(page, 'Sell Verifications');
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('button', { name: /^Open the request of/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectHidden('[role=dialog]');
});

test('forced colours leave the open request, and how many wait, to be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enter(page);
  await openTab(page, 'Sell Verifications');
  const style = (of: Locator, name: string) =>
    of.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  expect(await style(page.getByRole('row', { selected: true }), 'outline-style')).toBe('solid');
  const tab = page.getByRole('tab', { name: 'Sell Verifications' });
  const count = tab.locator('[aria-hidden]');
  expect(await style(count, 'color')).toBe(await style(tab, 'color'));
});
