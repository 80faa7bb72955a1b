import { mkdirSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { expect, test } from '../app.ts';
import { TWO_LOOKS, expectFitsEveryWidth, lookAt, takePicture } from '../looks.ts';
import { complaints, expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import { noteToasts } from '../toasts.ts';
import { TABS, enter, openTab } from './owner.ts';

/** Each way in which the tables of a page are set. */
const tableLooks = (page: Page): Promise<string[]> =>
  page.locator('main table').evaluateAll((tables) =>
    tables.map((table) => {
      const { tHead, tBodies } = table as HTMLTableElement;
      const cell = tBodies[0]?.querySelector('tr:not([aria-hidden]) > td:last-child');
      const padding = cell ? getComputedStyle(cell).paddingBlock : '';
      const head = tHead ? getComputedStyle(tHead).position : '';
      return [getComputedStyle(table).fontSize, padding, head].join(' ');
    }),
  );

const PICTURES = 'test-results/screens';

test.use({ seeded: 1 });

test('ten tabs on two hundred users, in both themes and widths', async ({ page }) => {
  test.setTimeout(420_000);
  const said = complaints(page);
  mkdirSync(PICTURES, { recursive: true });
  await noteToasts(page);
  await enter(page);
  for (const [index, [tab, sign]] of TABS.entries()) {
    await openTab(page, tab);
    await expect(page.getByText(sign).first()).toBeVisible({ timeout: 60_000 });
    for (const look of await tableLooks(page)) expect(look, tab).toBe('13px 4px sticky');
    for (const [turn, look] of TWO_LOOKS.entries()) {
      await lookAt(page, look);
      await expectNoSidewaysScroll(page);
      // It takes seconds on so much: the looks take turns.
      if (turn === index % TWO_LOOKS.length) await expectAccessible(page);
      const name = tab.toLowerCase().replaceAll(' ', '-');
      // The whole of it where the owner works; a phone's would take seconds to draw.
      const fullPage = look === TWO_LOOKS[0];
      await takePicture(page, `${PICTURES}/admin-${name}-${look.name}`, fullPage);
    }
    await expectFitsEveryWidth(page);
  }
  expect(said).toEqual([]);
});
