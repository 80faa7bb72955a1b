import { mkdirSync } from 'node:fs';

import { expect, test } from '../app.ts';
import { TWO_LOOKS, lookAt, takePicture } from '../looks.ts';
import { complaints, expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import { noteToasts } from '../toasts.ts';
import { TABS, enter, openTab } from './owner.ts';

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
    for (const [turn, look] of TWO_LOOKS.entries()) {
      await lookAt(page, look);
      await expectNoSidewaysScroll(page);
      // It takes seconds on so much: the looks take turns.
      if (turn === index % TWO_LOOKS.length) await expectAccessible(page, 'main');
      const name = tab.toLowerCase().replaceAll(' ', '-');
      // The whole of it where the owner works; a phone's would take seconds to draw.
      const fullPage = look === TWO_LOOKS[0];
      await takePicture(page, `${PICTURES}/admin-${name}-${look.name}`, fullPage);
    }
    await lookAt(page, TWO_LOOKS[0]);
  }
  expect(said).toEqual([]);
});
