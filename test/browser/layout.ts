import { type CDPSession, type Page, expect } from '@playwright/test';

import { count } from '../prove/effort.ts';
import * as inPage from './layout-in-page.ts';

const SCRIPT = Object.values(inPage).map(String).join('\n');

/** A phone, and the widths of a tablet and two common screens. */
const WIDTHS = [390, 1024, 1280, 1440] as const;

/** Width below which a page is opened as a touch phone. */
const PHONE_MAX = 500;

const touching = new WeakMap<Page, CDPSession>();

/** Sets the window's size. A phone's has a finger for a pointer. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  const session = touching.get(page);
  if (size.width >= PHONE_MAX) {
    touching.delete(page);
    await session?.detach();
  } else if (!session) {
    const opened = await page.context().newCDPSession(page);
    await opened.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
    touching.set(page, opened);
  }
}

/** Labels wider than their control, texts on each other, texts cut off: each finding names its elements. */
export async function layoutFindings(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate<string[]>(
    `(() => { ${SCRIPT}; return layoutFindings(${JSON.stringify(within)}); })()`,
  );
}

/** What is open is laid out well at each width, on a phone by touch. The window's size is then restored. */
export async function expectLaidOut(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  const { height } = before;
  for (const width of WIDTHS) {
    await resize(page, { width, height });
    // What depends on the width is drawn with the next frame.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect.soft(await layoutFindings(page), `layout at ${width} px`).toEqual([]);
  }
  await resize(page, before);
  count('states whose layout was measured', 1);
}
