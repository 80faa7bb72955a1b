import { type Locator, type Page, expect } from '@playwright/test';

/** More stops than any page has. */
const STOPS_MAX = 80;

interface Stop {
  /** What has the focus, for messages. */
  readonly what: string;
  /** Whether one sees it: an outline of its own, or of the frame it stands in. */
  readonly isSeen: boolean;
  /** Whether an open dialog has let the focus out. */
  readonly isOutside: boolean;
}

/** Presses Tab, or another key, until this has the focus; on the way every stop is looked at. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (stop > 0 || !(await hasFocus(target))) passed.push(await press(page, key));
    if (await hasFocus(target)) return;
  }
  throw new Error(`${String(target)} is not reached by ${key}: ${passed.join(' → ')}`);
}

/** Presses a key and gives what has the focus then, which must be in sight. */
export async function press(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key);
  const { what, isSeen, isOutside } = await page.evaluate(stopNow);
  expect(isSeen, `the focus is seen on ${what}`).toBe(true);
  expect(isOutside, `the focus has left the dialog: ${what}`).toBe(false);
  return what;
}

/** Goes there by Tab, then presses Enter. */
export async function enter(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Goes there by Tab and types, in place of what may be there. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Goes there by Tab, presses Enter, and waits for the dialog that this opens to take the focus. */
export async function enterDialog(page: Page, opener: Locator, dialog: Locator): Promise<void> {
  await enter(page, opener);
  await expect(dialog.and(page.locator(':focus-within'))).toBeVisible();
}

/** Once around an open dialog: the focus stays in it. */
export async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  const stops = await dialog.locator('button:enabled, input:enabled, a[href]').count();
  for (let stop = 0; stop <= stops; stop += 1) await press(page, 'Tab');
}

async function hasFocus(target: Locator): Promise<boolean> {
  if ((await target.count()) !== 1) return false;
  return target.evaluate((element) => element === document.activeElement);
}

/** Runs in the page. */
function stopNow(): Stop {
  const at = document.activeElement ?? document.body;
  const isOutlined = (element: Element | null | undefined): boolean => {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  };
  const frame = at.closest('label') ?? at.parentElement;
  const dialog = document.querySelector('[role=dialog]');
  return {
    what: at.outerHTML.slice(0, 120),
    // Between the last stop and the first there is none.
    isSeen: at === document.body || isOutlined(at) || isOutlined(frame),
    isOutside: dialog !== null && !dialog.contains(at),
  };
}
