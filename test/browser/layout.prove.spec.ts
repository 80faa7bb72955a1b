import { type Page, expect, test } from '@playwright/test';

import { expectLaidOut, layoutFindings, resize } from './layout.ts';

const found = async (page: Page, html: string): Promise<string[]> => {
  await page.setContent(`<style>* { margin: 0; font: 16px/1.5 monospace }</style>${html}`);
  return layoutFindings(page);
};

const line = (style: string, text: string) =>
  `<p style="white-space: nowrap; ${style}">${text}</p>`;

test.describe('the layout check', () => {
  test('reports a label that is wider than its control', async ({ page }) => {
    const squeezed = 'padding: 0 11px; width: 44px; white-space: nowrap';
    const button = `<button style="${squeezed}">Sell Verifications</button>`;
    expect(await found(page, button)).toEqual([
      'wider than button "Sell Verifications": Sell Verifications',
    ]);
    expect(await found(page, '<button>Sell Verifications</button>')).toEqual([]);
  });

  test('reports two texts on each other', async ({ page }) => {
    const clock = '<b style="width: 40px; white-space: nowrap">23h 26m 39s</b>';
    const strip = (html: string) => `<div style="display: flex">${html}<p>Restaking now</p></div>`;
    expect(await found(page, strip(clock))).toEqual([
      'on each other: b "23h 26m 39s" and p "Restaking now"',
    ]);
    expect(await found(page, strip('<b>23h 26m 39s</b>'))).toEqual([]);
  });

  test('takes no text of a fixed, sticky or dialog layer for one on the page below', async ({
    page,
  }) => {
    const over = (tag: string, style: string) =>
      `<main>The page</main><${tag} style="${style}; top: 0">Over it</div>`;
    expect(await found(page, over('div', 'position: fixed'))).toEqual([]);
    expect(await found(page, over('div role="dialog"', 'position: absolute'))).toEqual([]);
    expect(await found(page, over('div', 'position: absolute'))).toEqual([
      'on each other: main "The page" and div "Over it"',
    ]);
  });

  test('reports a text that is cut off without an ellipsis', async ({ page }) => {
    const cut = 'width: 60px; overflow: hidden';
    const [finding] = await found(page, line(cut, 'An address'));
    expect(finding).toContain('cut off: p "An address"');
    expect(await found(page, line(`${cut}; text-overflow: ellipsis`, 'An address'))).toEqual([]);
    const forReaders = 'width: 1px; height: 1px; overflow: hidden; position: absolute';
    expect(await found(page, line(forReaders, 'An address'))).toEqual([]);
  });

  test('lets a list scroll, and no label within a control', async ({ page }) => {
    const tabs = '<button>Overview</button><button>Treasury</button>';
    const scrolls = 'width: 90px; overflow-x: auto; white-space: nowrap';
    expect(await found(page, `<div style="${scrolls}">${tabs}</div>`)).toEqual([]);
    const label = `<span style="display: block; ${scrolls}">Sell Verifications</span>`;
    const [finding] = await found(page, `<button>${label}</button>`);
    expect(finding).toContain('cut off: span "Sell Verifications"');
  });

  test('reports a placeholder and a chosen option that their field cuts off', async ({ page }) => {
    const field = '<input placeholder="Search wallet, ID or name" style="width: 80px">';
    expect(await found(page, field)).toEqual(['cut off in its field: Search wallet, ID or name']);
    const select = '<select style="width: 60px"><option>Every wallet</option></select>';
    expect(await found(page, select)).toEqual(['cut off in its field: Every wallet']);
  });

  test('reports a text beyond the edge of the window', async ({ page }) => {
    expect(await found(page, line('margin-left: -60px', 'An address'))).toEqual([
      'beyond the edge: An address',
    ]);
  });

  test('touches a phone, and restores the window', async ({ page }) => {
    const isTouched = () => page.evaluate(() => matchMedia('(pointer: coarse)').matches);
    await page.setContent('<p>A page</p>');
    await expectLaidOut(page);
    expect(page.viewportSize()).toEqual({ width: 1280, height: 720 });
    expect(await isTouched()).toBe(false);
    await resize(page, { width: 390, height: 844 });
    expect(await isTouched()).toBe(true);
  });
});
