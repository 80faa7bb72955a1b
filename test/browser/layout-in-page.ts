/** Functions that run in the page, as text: each may call only the others of this file. */

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A line of text as it is drawn. */
interface Line {
  readonly text: string;
  readonly owner: Element;
  /** The nearest fixed, sticky or dialog ancestor. Only texts of one layer are compared. */
  readonly layer: Element;
  /** What is seen of the line: a scrolling list and an ellipsis hide the rest. */
  readonly seen: Box;
  readonly problem: string | null;
}

/**
 * Lists, below the element that `within` selects: labels wider than their control, texts on each other,
 * texts that are cut off without an ellipsis, and texts beyond the window's edge.
 */
export function layoutFindings(within: string): string[] {
  const root = document.querySelector(within) ?? document.body;
  const lines = textLines(root);
  const problems = lines.flatMap(({ problem }) => (problem === null ? [] : [problem]));
  return [...new Set([...problems, ...overlaps(lines), ...cutFields(root)])];
}

export function textLines(root: Element): Line[] {
  const lines: Line[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const owner = node.parentElement;
    const raw = node.textContent ?? '';
    const text = raw.trim();
    if (!owner || text === '' || owner.closest('svg, select, noscript, style, script')) continue;
    if (!owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.setStart(node, raw.indexOf(text));
    range.setEnd(node, raw.indexOf(text) + text.length);
    for (const rect of range.getClientRects()) {
      const line = rect.width > 0 ? lineAt(text, owner, rect) : null;
      if (line) lines.push(line);
    }
  }
  return lines;
}

/** Follows the line up through what clips it; null if nothing of it is seen. */
export function lineAt(text: string, owner: Element, rect: DOMRect): Line | null {
  const label = owner.closest(
    'button, a[href], summary, label:has(input), [role=tab], [role=button], [role=menuitem]',
  );
  // A link within a sentence has no box of its own.
  const control = label && getComputedStyle(label).display !== 'inline' ? label : null;
  let seen = boxOf(rect);
  let problem: string | null = null;
  let layer: Element | null = null;
  for (let at: Element | null = owner; at && at !== document.body; at = at.parentElement) {
    const style = getComputedStyle(at);
    const frame = boxOf(at.getBoundingClientRect());
    if (style.clipPath !== 'none') return null;
    if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
      // Text for screen readers.
      if (frame.right - frame.left <= 2 || frame.bottom - frame.top <= 2) return null;
      const isInControl = control?.contains(at) === true;
      const hides = (overflow: string, isEllipsis: boolean) =>
        !isEllipsis && (isInControl || overflow === 'hidden' || overflow === 'clip');
      const across =
        hides(style.overflowX, style.textOverflow === 'ellipsis') &&
        (seen.right > frame.right + 2 || seen.left < frame.left - 2);
      const down =
        hides(style.overflowY, style.webkitLineClamp !== 'none') &&
        (seen.bottom > frame.bottom + 4 || seen.top < frame.top - 4);
      if (across || down) problem ??= `cut off: ${named(owner, text)} by ${named(at)}`;
      seen = common(seen, frame);
      if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) break;
    }
    if (at === control && isWider(seen, at)) problem ??= `wider than ${named(at)}: ${text}`;
    if (/fixed|sticky/.test(style.position) || at.matches('[role=dialog], [popover]')) layer ??= at;
    // Its ancestors do not clip it.
    if (style.position === 'fixed') break;
  }
  const isEmpty = seen.right - seen.left < 1 || seen.bottom - seen.top < 1;
  if (isEmpty) return problem === null ? null : { text, owner, layer: owner, seen, problem };
  const { clientWidth } = document.documentElement;
  if (seen.right > clientWidth + 1 || seen.left < -1) problem ??= `beyond the edge: ${text}`;
  return { text, owner, layer: layer ?? document.body, seen, problem };
}

/** Beyond the control's padding to a side; by more than a letter's long legs above or below. */
export function isWider(text: Box, control: Element): boolean {
  const { left, right, top, bottom } = boxOf(control.getBoundingClientRect());
  const { paddingLeft, paddingRight } = getComputedStyle(control);
  return (
    text.left < left + Number.parseFloat(paddingLeft) - 1 ||
    text.right > right - Number.parseFloat(paddingRight) + 1 ||
    text.top < top - 4 ||
    text.bottom > bottom + 4
  );
}

export function overlaps(all: readonly Line[]): string[] {
  const found: string[] = [];
  const lines = all.toSorted((one, other) => one.seen.top - other.seen.top);
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (other.seen.top >= one.seen.bottom) break;
      if (one.owner === other.owner || one.layer !== other.layer) continue;
      const both = common(one.seen, other.seen);
      const heights = [one, other].map(({ seen }) => seen.bottom - seen.top);
      // Lines that are set close share a few pixels, and so do letters with negative spacing.
      if (both.right - both.left <= 3 || both.bottom - both.top <= 0.4 * Math.min(...heights)) {
        continue;
      }
      found.push(
        `on each other: ${named(one.owner, one.text)} and ${named(other.owner, other.text)}`,
      );
    }
  }
  return found;
}

/** Placeholders and selected options that do not fit their field. */
export function cutFields(root: Element): string[] {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return [];
  const fields = root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
  return [...fields].flatMap((field) => {
    const isSelect = field instanceof HTMLSelectElement;
    const shown = isSelect ? (field.selectedOptions[0]?.label ?? '') : field.placeholder;
    if (shown === '' || !field.checkVisibility() || field.clientWidth < 4) return [];
    const style = getComputedStyle(field);
    context.font = style.font;
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    const room = field.clientWidth - padding;
    return context.measureText(shown).width > room + 1 ? [`cut off in its field: ${shown}`] : [];
  });
}

export function boxOf({ left, right, top, bottom }: DOMRect): Box {
  return { left, right, top, bottom };
}

export function common(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** Such as `button.hit.relative "Review Now"`. */
export function named(element: Element, text = element.textContent.trim()): string {
  const classes = [...element.classList].slice(0, 3).map((name) => `.${name}`);
  return `${element.tagName.toLowerCase()}${classes.join('')} "${text.slice(0, 60)}"`;
}
