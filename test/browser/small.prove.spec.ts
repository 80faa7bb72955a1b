import type { Page } from '@playwright/test';

import { expect, test } from './app.ts';
import { TABS, enter, openTab } from './admin/owner.ts';
import { expectNoSidewaysScroll } from './page-checks.ts';

test.use({ seeded: 0.2 });

const SCREENS = ['', '&tab=bond', '&tab=stake', '&tab=sell', '&tab=history', '&tab=info'];

/** The smallest phone; and a phone whose reader has doubled the size of all text. */
const SIZES = [
  { what: '320 px', width: 320, textPercent: 100 },
  { what: 'text of 200%', width: 390, textPercent: 200 },
] as const;

async function expectFits(page: Page, screen: string): Promise<void> {
  for (const { what, width, textPercent } of SIZES) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, textPercent);
    await test.step(`${screen}, ${what}`, async () => {
      await expectNoSidewaysScroll(page);
      expect(await coveredControls(page), 'covered controls').toEqual([]);
    });
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
}

/** Names of controls at whose middle something fixed lies, however far the page is scrolled. */
async function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const covered: string[] = [];
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    for (const control of document.querySelectorAll(
      'main button, main a, main input, main select',
    )) {
      control.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isInSight = width > 0 && x > 0 && x < innerWidth && y > bar && y < innerHeight - 80;
      if (!isInSight) continue;
      const hit = document.elementFromPoint(x, y);
      const isFixed = hit?.closest('main') === null && hit !== document.documentElement;
      if (isFixed) covered.push(control.textContent || control.getAttribute('aria-label') || '?');
    }
    scrollTo(0, 0);
    return covered;
  });
}

test('every screen of a user fits the smallest phone, and text of twice the size', async ({
  page,
}) => {
  test.setTimeout(120_000);
  for (const screen of SCREENS) {
    await page.goto(`/?demo${screen}`);
    await expect(page.locator('main h2, main h1').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /DeFi Assistant/ })).toBeVisible();
    await expectFits(page, screen);
  }
});

test('every tab of the owner fits the smallest phone, and text of twice the size', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await enter(page);
  for (const [tab, sign] of TABS) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openTab(page, tab);
    await expect(page.getByText(sign).first()).toBeVisible({ timeout: 60_000 });
    await expectFits(page, tab);
  }
});
