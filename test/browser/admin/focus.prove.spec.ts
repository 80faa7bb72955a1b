import { expect, test } from '../app.ts';
import { card, enter, openTab } from './owner.ts';

test('on a phone no control has focus behind the bar below', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page);
  await openTab(page, 'Treasury');
  await expect(card(page, 'Holdings').getByRole('row').last()).toBeAttached();
  await page.getByRole('tab', { name: 'Treasury', exact: true }).focus();
  const behind: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const { name, isBehind, isOver } = await page.evaluate(() => {
      const at = document.activeElement ?? document.body;
      const bars = [...document.querySelectorAll('nav')].filter(
        (nav) => nav.checkVisibility() && getComputedStyle(nav).position === 'sticky',
      );
      const top = Math.min(...bars.map((bar) => bar.getBoundingClientRect().top));
      return {
        name: at.getAttribute('aria-label') ?? at.textContent.slice(0, 40),
        isBehind: at.matches('a, button, input') && at.getBoundingClientRect().bottom > top,
        isOver: at.closest('main') === null,
      };
    });
    if (isOver) break;
    if (isBehind) behind.push(name);
  }
  expect(behind).toEqual([]);
});
