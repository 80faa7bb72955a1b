import { expect, test } from '@playwright/test';

import { expectAccessible } from './page-checks.ts';

const documentWith = (buttons: string) =>
  `<html lang="en"><title>A page</title><main><h1>A page</h1>${buttons}</main></html>`;
const named = '<button type="button"><span>Go</span></button>';

test('a button without a name is found', async ({ page }) => {
  await page.setContent(documentWith(`${named}<button type="button"><span></span></button>`));
  await expect(expectAccessible(page)).rejects.toThrow(/button-name/);
});

test('a button whose text is replaced while axe looks is looked at again', async ({ page }) => {
  await page.setContent(documentWith(named));
  await page.evaluate(() => {
    const look = window.getComputedStyle.bind(window);
    window.getComputedStyle = (...args) => {
      const span = document.querySelector('button span:not([id])');
      span?.replaceWith(
        Object.assign(document.createElement('span'), { id: 'b', innerText: 'Go' }),
      );
      return look(...args);
    };
  });
  await expectAccessible(page);
  await expect(page.locator('#b')).toHaveText('Go');
});
