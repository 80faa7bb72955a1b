import { type Page, expect, test } from '@playwright/test';

import { layoutFindings, resize } from './layout.ts';

/** The smallest phone; and a phone whose reader has doubled the size of all text. */
export const SMALL = [
  { what: '320 px', width: 320, height: 568, percent: 100 },
  { what: '390 px, text of 200%', width: 390, height: 844, percent: 200 },
] as const;

interface Size {
  readonly width: number;
  readonly height: number;
  /** Of all text, as readers set it in their browser: what is measured in rem follows. */
  readonly percent: number;
}

export async function makeSmall(page: Page, { width, height, percent }: Size): Promise<void> {
  await resize(page, { width, height });
  const session = await page.context().newCDPSession(page);
  const px = (16 * percent) / 100;
  await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
  await session.detach();
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
    px,
  );
}

/**
 * Lists what does not fit the window: a page that scrolls sideways, texts that are laid out badly, and
 * controls that cannot be pressed because something lies over them.
 */
export async function misfits(page: Page, within: string): Promise<string[]> {
  const { scrollWidth, clientWidth, widest } = await page.evaluate(() => {
    const { scrollWidth: content, clientWidth: window } = document.documentElement;
    const isWide = (of: Element) => Math.abs(of.getBoundingClientRect().right - content) < 1;
    const all = [...document.querySelectorAll('body *')].filter(isWide);
    return { scrollWidth: content, clientWidth: window, widest: all.at(-1)?.outerHTML };
  });
  const sideways = scrollWidth > clientWidth ? [`sideways scroll: ${widest?.slice(0, 200)}`] : [];
  const covered = await page.evaluate(coveredControls, within);
  return [...new Set([...sideways, ...(await layoutFindings(page, within)), ...covered])];
}

/** Nothing of a screen is cut, covered or beyond the edge, however small the window or large its text. */
export async function expectFits(page: Page, screen: string, within = 'body'): Promise<void> {
  // A toast lies over everything for its five seconds.
  await page.addStyleTag({ content: '[data-sonner-toaster] { display: none }' });
  for (const size of SMALL) {
    await makeSmall(page, size);
    await test.step(`${screen}, ${size.what}`, async () => {
      expect.soft(await misfits(page, within), `${screen}, ${size.what}`).toEqual([]);
    });
  }
  await makeSmall(page, { width: 1280, height: 900, percent: 100 });
}

/** Runs in the page. Each control is scrolled into sight, and pressed at its middle in thought. */
function coveredControls(within: string): string[] {
  const root = document.querySelector(within) ?? document.body;
  const covered: string[] = [];
  const controls = root.querySelectorAll(
    'button, a[href], input, select, textarea, summary, [role=switch], [role=tab]',
  );
  for (const control of controls) {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    control.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = control.getBoundingClientRect();
    // The link past the page's head comes into sight with the focus; a radio's own box is hidden.
    if (width < 4 || height < 4 || top + height <= 0) continue;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isReached =
      hit !== null &&
      (control.contains(hit) ||
        hit.contains(control) ||
        hit.closest('label')?.contains(control) === true);
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim();
    if (!isReached) covered.push(`covered: ${name || control.outerHTML.slice(0, 80)}`);
  }
  scrollTo(0, 0);
  return covered;
}
