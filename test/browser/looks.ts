import type { Page } from '@playwright/test';

/** The four ways in which everything is looked at. */
export const LOOKS = [
  { name: 'dark-1280', theme: 'dark', width: 1280, height: 900 },
  { name: 'light-1280', theme: 'light', width: 1280, height: 900 },
  { name: 'dark-390', theme: 'dark', width: 390, height: 844 },
  { name: 'light-390', theme: 'light', width: 390, height: 844 },
] as const;

/** Both themes and both widths in two looks, for checks that take their time. */
export const TWO_LOOKS = [LOOKS[0], LOOKS[3]] as const;

/** Looks at an open page in one of the ways; what it shows stays. */
export async function lookAt(page: Page, look: (typeof LOOKS)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: look.theme });
  await page.setViewportSize(look);
}
