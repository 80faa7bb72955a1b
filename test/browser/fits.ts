import { type Page, expect, test } from '@playwright/test';

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
  await page.setViewportSize({ width, height });
  const session = await page.context().newCDPSession(page);
  const px = (16 * percent) / 100;
  await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
  await session.detach();
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
    px,
  );
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A line of text where it is drawn. */
interface Line {
  readonly text: string;
  /** Of one element and of another. */
  readonly owner: number;
  /** What scrolls up and down with it: another part of the page may lie over it for a while. */
  readonly pane: number;
  readonly box: Box;
  /** What cuts it off, nearest first. */
  readonly frames: readonly Box[];
  /** The button or link that it names. */
  readonly button: Box | null;
  /** Over the page, as a head that stays in sight. */
  readonly isAbove: boolean;
}

/**
 * What does not fit the window: a page that scrolls sideways, words that are cut, that reach out of their
 * button or lie over others, controls that cannot be pressed because something lies over them.
 */
export async function misfits(page: Page, within: string): Promise<string[]> {
  const lines = await page.evaluate(linesOf, within);
  const { scrollWidth, clientWidth, widest } = await page.evaluate(() => {
    const { scrollWidth: content, clientWidth: window } = document.documentElement;
    const isWide = (of: Element) => Math.abs(of.getBoundingClientRect().right - content) < 1;
    const all = [...document.querySelectorAll('body *')].filter(isWide);
    return { scrollWidth: content, clientWidth: window, widest: all.at(-1)?.outerHTML };
  });
  const sideways = scrollWidth > clientWidth ? [`sideways scroll: ${widest?.slice(0, 200)}`] : [];
  const words = lines.flatMap((line) => {
    const { text, box, button, frames } = line;
    if (box.right > clientWidth + 1 || box.left < -1) return [`beyond the edge: ${text}`];
    if (frames.some((frame) => isOutside(box, frame))) return [`cut: ${text}`];
    return button && isOutside(box, button) ? [`out of its button: ${text}`] : [];
  });
  const covered = await page.evaluate(coveredControls, within);
  return [...new Set([...sideways, ...words, ...overlaps(lines), ...covered])];
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

/** By more than a letter's long legs. */
const isOutside = (box: Box, frame: Box): boolean =>
  box.right > frame.right + 2 ||
  box.left < frame.left - 2 ||
  box.bottom > frame.bottom + 4 ||
  box.top < frame.top - 4;

function overlaps(lines: readonly Line[]): string[] {
  const drawn = lines
    .filter(({ isAbove }) => !isAbove)
    .toSorted((one, other) => one.box.top - other.box.top);
  return drawn.flatMap((one, index) =>
    drawn
      .slice(index + 1)
      .filter((other) => one.owner !== other.owner && one.pane === other.pane)
      .filter((other) => isOver(one.box, other.box))
      .map((other) => `one over the other: ${one.text} | ${other.text}`),
  );
}

function isOver(one: Box, other: Box): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const height = Math.min(one.bottom - one.top, other.bottom - other.top);
  return across > 3 && down > 0.4 * height;
}

/** Runs in the page. What is made to scroll sideways, and what is for screen readers alone, is left out. */
function linesOf(within: string): Line[] {
  const boxOf = ({ left, right, top, bottom }: DOMRect): Box => ({ left, right, top, bottom });
  const endless = { top: -1e6, bottom: 1e6 };
  const sideways = '[role=group], [role=tablist], .overflow-x-auto';
  const root = document.querySelector(within) ?? document.body;
  const owners = new Map<Element, number>();
  const idOf = (of: Element): number => {
    owners.set(of, owners.get(of) ?? owners.size);
    return owners.get(of)!;
  };
  const lines: Line[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const owner = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!owner || text === '' || owner.closest('svg')) continue;
    if (!owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const frames: Box[] = [];
    let [isLeftOut, isAbove, pane] = [false, false, root];
    let shown: Box = { left: -1e6, right: 1e6, ...endless };
    for (let at: Element | null = owner; at && at !== root; at = at.parentElement) {
      const { overflow, overflowX, overflowY, textOverflow, position, clipPath } =
        getComputedStyle(at);
      const frame = at.getBoundingClientRect();
      const isScrolled = /auto|scroll/.test(overflowY);
      if (position === 'fixed' || position === 'sticky') isAbove = true;
      if (clipPath !== 'none') isLeftOut = true;
      if (/auto|scroll/.test(overflowX) && at.matches(sideways)) isLeftOut = true;
      if (isScrolled && pane === root) pane = at;
      if (textOverflow === 'ellipsis') shown = boxOf(frame);
      if (overflow === 'visible' || textOverflow === 'ellipsis') continue;
      if (frame.width <= 2 || frame.height <= 2) isLeftOut = true;
      frames.push(pane === root ? boxOf(frame) : { ...boxOf(frame), ...endless });
    }
    if (isLeftOut) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const ids = { owner: idOf(owner), pane: idOf(pane) };
    const frame = owner.closest('button, a, [role=tab]')?.getBoundingClientRect();
    const button = frame ? boxOf(frame) : null;
    for (const rect of range.getClientRects()) {
      if (rect.width === 0) continue;
      const box = {
        ...boxOf(rect),
        left: Math.max(rect.left, shown.left),
        right: Math.min(rect.right, shown.right),
      };
      lines.push({ text, ...ids, box, frames, button, isAbove });
    }
  }
  return lines;
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
