import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

import { count } from '../prove/effort.ts';

/** Collects everything the page complains about, from now on. */
export function complaints(page: Page): string[] {
  const list: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) list.push(message.text());
  });
  page.on('pageerror', (error) => list.push(error.message));
  return list;
}

/** Until what moves has arrived: half-way between two themes no colour is right. What turns for ever is let be. */
async function comeToRest(page: Page): Promise<void> {
  // What a change of theme or width sets in motion starts with the next frame.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const endless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return endless || playState !== 'running';
    }),
  );
}

type AxeOptions = Parameters<AxeBuilder['options']>[0];

/** No finding of axe, of whatever impact; contrast counts. */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await expectNoFinding(page, within, {});
}

/** Only what another theme can change: for a page that `expectAccessible` has looked at in the other. */
export async function expectContrast(page: Page): Promise<void> {
  await expectNoFinding(page, 'html', { runOnly: ['color-contrast'] });
}

async function expectNoFinding(page: Page, within: string, options: AxeOptions): Promise<void> {
  let told: string[];
  do {
    await comeToRest(page);
    await watchForChanges(page);
    told = await findings(page, within, options);
    // Axe lists the page's nodes first and judges them later: a button whose text was replaced between
    // the two has no name for it. Only what it finds on a page that stood still is a finding.
  } while (told.length > 0 && (await hasChanged(page)));
  expect(told).toEqual([]);
  count('states that axe has looked at', 1);
}

async function findings(page: Page, within: string, options: AxeOptions): Promise<string[]> {
  // There are no frames: what is found needs no second page to be put together in.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...options })
    .include(within)
    // A tooltip is in no landmark, and the pointer may rest on anything that has one.
    .exclude('#hint-layer')
    .analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      (node) => `${id} (${impact}): ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`,
    ),
  );
}

const CHANGED = 'data-changed-under-axe';

/** Marks the page from its next change of nodes or attributes on. */
async function watchForChanges(page: Page): Promise<void> {
  await page.evaluate((mark) => {
    document.documentElement.removeAttribute(mark);
    const observer = new MutationObserver(() => {
      observer.disconnect();
      document.documentElement.setAttribute(mark, '');
    });
    observer.observe(document.body, { childList: true, attributes: true, subtree: true });
  }, CHANGED);
}

async function hasChanged(page: Page): Promise<boolean> {
  return page.evaluate((mark) => document.documentElement.hasAttribute(mark), CHANGED);
}

/** Nothing reaches beyond the window's right edge. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, window, beyond } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const isBeyond = (element: Element): boolean =>
      scrollWidth > clientWidth &&
      element.getBoundingClientRect().right > clientWidth &&
      element.closest('[class*=overflow-]') === null;
    const tell = (element: Element): string =>
      `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`;
    const beyond = [...document.querySelectorAll('body *')].filter(isBeyond).map(tell);
    return { content: scrollWidth, window: clientWidth, beyond };
  });
  expect(content, beyond.join('\n')).toBeLessThanOrEqual(window);
}

/** Controls in sight that are less than 44 px high or wide for a finger. Links in a text may be. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a[href], select, label:has(input)',
    );
    return [...controls]
      .filter((control) => control.checkVisibility() && !control.matches('p *, a[target]'))
      .filter((control) => {
        // Of the layout, not of the picture: something that is just fading in is drawn smaller.
        return control.offsetWidth < 44 || control.offsetHeight < 44;
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });
}
