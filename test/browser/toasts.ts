import { type Page, expect } from '@playwright/test';

interface Notes {
  toasts: string[];
}

/** Notes every toast of the page from its next load on: a busy machine may look too late for one. */
export async function noteToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // One toast takes the place of another in the same element.
    const seen = new WeakMap<Element, string>();
    const notes: Notes = { toasts: [] };
    Object.assign(window, { notes });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
        const part = (name: string) => toast.querySelector(`[data-${name}]`)?.textContent ?? '';
        const text = `${part('title')}: ${part('description')}`;
        if (seen.get(toast) === text) continue;
        seen.set(toast, text);
        notes.toasts.push(text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** The next toast that was not asked for before says exactly this, as 'title: detail'. */
export async function expectNext(page: Page, said: string): Promise<void> {
  const first = () =>
    page.evaluate(() => (window as unknown as { notes: Notes }).notes.toasts[0] ?? null);
  await expect.poll(first, { timeout: 30_000 }).toBe(said);
  await page.evaluate(() => (window as unknown as { notes: Notes }).notes.toasts.shift());
}

/** A toast with this title, and this in its detail, is noted; those before it are passed over. */
export async function expectNoted(page: Page, title: string, detail = ''): Promise<void> {
  const noted = () =>
    page.evaluate(
      ([wanted, part]) => {
        const { toasts } = (window as unknown as { notes: Notes }).notes;
        const at = toasts.findIndex(
          (text) => text.startsWith(`${wanted}: `) && text.includes(part),
        );
        if (at >= 0) toasts.splice(0, at + 1);
        return at >= 0 ? 'noted' : toasts;
      },
      [title, detail] as const,
    );
  await expect.poll(noted, { timeout: 30_000, message: title }).toBe('noted');
}

/** No toast goes by itself until this is released, as on a page that is out of sight: what goes was taken away. */
export async function holdToasts(page: Page): Promise<() => Promise<void>> {
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  return () => hide(false);
}
