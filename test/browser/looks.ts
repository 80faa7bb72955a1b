import { type Page, expect } from '@playwright/test';

import { count } from '../prove/effort.ts';
import { expectLaidOut, resize } from './layout.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';

/** The four ways in which everything is looked at. */
export const LOOKS = [
  { name: 'dark-1280', theme: 'dark', width: 1280, height: 900 },
  { name: 'light-1280', theme: 'light', width: 1280, height: 900 },
  { name: 'dark-390', theme: 'dark', width: 390, height: 844 },
  { name: 'light-390', theme: 'light', width: 390, height: 844 },
] as const;

export type Look = (typeof LOOKS)[number];

/** Both themes and both widths in two looks, for checks that take their time. */
export const TWO_LOOKS = [LOOKS[0], LOOKS[3]] as const;

/** The smallest phone, tablets, half a screen, where the header gains something, a large screen. */
const WIDTHS = [320, 600, 768, 864, 900, 1024, 1152, 1216, 1920] as const;

/** Nothing reaches beyond the right edge, the header keeps to one line, and every text is laid out well. */
export async function expectFitsEveryWidth(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await resize(page, { width, height: 844 });
    await expectNoSidewaysScroll(page);
    const { height } = (await page.locator('header').first().boundingBox()) ?? { height: 0 };
    expect(height, `header at ${width}`).toBeLessThan(64);
  }
  await expectLaidOut(page);
  await lookAt(page, LOOKS[0]);
}

/** Looks at an open page in one of the ways, a phone's by touch; what it shows stays. */
export async function lookAt(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: look.theme });
  await resize(page, look);
}

const isProving = process.env['PROVE'] !== undefined;

/**
 * For the files named `*.both.spec.ts`: `npm run prove` stops here and looks at what is open: with axe
 * as it is, or in these ways and, for anything beyond the right edge, on the smallest phone too.
 * `npm test` walks on.
 */
export async function examine(page: Page, ...looks: readonly Look[]): Promise<void> {
  if (!isProving) return;
  if (looks.length === 0) await expectAccessible(page);
  await expectLaidOut(page);
  for (const look of looks) {
    await lookAt(page, look);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  if (looks.length === 0) return;
  await resize(page, { width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await lookAt(page, LOOKS[0]);
}

/** Keeps a picture of what is open. */
export async function takePicture(page: Page, file: string, fullPage = false): Promise<void> {
  await page.screenshot({ path: `${file}.png`, fullPage });
  count('pictures', 1);
}
