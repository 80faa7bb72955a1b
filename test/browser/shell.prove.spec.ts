import { expect, test } from './app.ts';
import { LOOKS, TWO_LOOKS, lookAt, takePicture } from './looks.ts';
import { expectAccessible, expectNoSidewaysScroll, smallTargets } from './page-checks.ts';

test.describe('as users see it', () => {
  test.use({ glass: true });

  test('has its picture taken in every look', async ({ page }) => {
    await page.goto('/');
    await page.getByText('Current APY').waitFor();
    for (const look of LOOKS) {
      await lookAt(page, look);
      await takePicture(page, `screenshots/dashboard-${look.name}`, true);
    }
  });
});

test('is accessible in both themes and widths', async ({ page }) => {
  for (const path of ['/', '/admin', '/nowhere']) {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    if (path === '/') await page.getByText('Current APY').waitFor();
    for (const look of TWO_LOOKS) {
      await lookAt(page, look);
      await expectAccessible(page);
    }
  }
});

test('nothing scrolls sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/admin', '/nowhere']) {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    await expectNoSidewaysScroll(page);
  }
});

test('for who asked for less motion, a resize moves nothing', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.getByText('Current APY').waitFor();
  for (const width of [600, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    // What still loads may pulse once; a size that changes bit by bit would be a transition.
    const moving = () =>
      document.getAnimations().filter((one) => one instanceof CSSTransition).length;
    expect(await page.evaluate(moving)).toBe(0);
  }
});

test.describe('on touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('every target is large enough for a finger', async ({ page }) => {
    await page.goto('/');
    await page.getByText('Current APY').waitFor();
    expect(await smallTargets(page)).toEqual([]);
  });
});
