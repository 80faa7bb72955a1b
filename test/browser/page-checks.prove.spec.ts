import { expect, test } from '@playwright/test';

import { expectAccessible } from './page-checks.ts';

const page = (buttons: string) =>
  `<html lang="en"><title>A page</title><main><h1>A page</h1>${buttons}</main></html>`;
const named = '<button type="button"><span>Go</span></button>';

test('a button without a name is found', async ({ page: open }) => {
  await open.setContent(page(`${named}<button type="button"><span></span></button>`));
  await expect(expectAccessible(open)).rejects.toThrow(/button-name/);
});

test('a button whose text is replaced while axe looks is looked at again', async ({
  page: open,
}) => {
  await open.setContent(page(named));
  await open.evaluate(() => {
    const look = window.getComputedStyle.bind(window);
    window.getComputedStyle = (...args) => {
      const span = document.querySelector('button span:not([id])');
      span?.replaceWith(
        Object.assign(document.createElement('span'), { id: 'b', innerText: 'Go' }),
      );
      return look(...args);
    };
  });
  await expectAccessible(open);
  await expect(open.locator('#b')).toHaveText('Go');
});
