import { expect, test } from './app.ts';
import { LOOKS, TWO_LOOKS, lookAt, takePicture } from './looks.ts';
import { expectAccessible, expectNoSidewaysScroll, smallTargets } from './page-checks.ts';

test.describe('as users see it', () => {
  test.use({ glass: true });

  test('has its picture taken in every look, and is accessible', async ({ page }) => {
    for (const [path, name, words] of [
      ['/', 'treasury', 'Holdings against liabilities'],
      ['/?tab=info', 'info', 'APY rates'],
    ] as const) {
      await page.goto(path);
      // What lies far below is drawn for those who go there.
      if (path === '/') await page.locator('#transparency').scrollIntoViewIfNeeded();
      await page.getByText(words).waitFor();
      for (const look of LOOKS) {
        await lookAt(page, look);
        if (TWO_LOOKS.some(({ name: each }) => each === look.name)) await expectAccessible(page);
        await takePicture(page, `screenshots/${name}-${look.name}`, true);
      }
    }
  });
});

test('a search of the help pages is accessible', async ({ page }) => {
  await page.goto('/?tab=info');
  await page.getByRole('searchbox', { name: 'Find a help page' }).fill('apy');
  await page.getByRole('link', { name: 'APY rates' }).waitFor();
  for (const look of TWO_LOOKS) {
    await lookAt(page, look);
    await expectAccessible(page);
  }
});

test.describe('on touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('every target is large enough for a finger', async ({ page }) => {
    for (const [path, words] of [
      ['/', 'Holdings against liabilities'],
      ['/?tab=info', 'APY rates'],
    ] as const) {
      await page.goto(path);
      // What lies far below is drawn for those who go there.
      if (path === '/') await page.locator('#transparency').scrollIntoViewIfNeeded();
      await page.getByText(words).waitFor();
      expect(await smallTargets(page)).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
  });
});
