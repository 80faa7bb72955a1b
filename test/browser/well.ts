import { type Page, test } from '@playwright/test';

import { TWO_LOOKS, lookAt } from './looks.ts';
import { expectLaidOut } from './layout.ts';
import { expectAccessible } from './page-checks.ts';

let turn = 0;

/**
 * For states that no other test stops at: axe finds nothing, and every text is laid out well. Axe takes
 * seconds: the looks take turns.
 */
export async function expectWell(page: Page, name: string): Promise<void> {
  const look = TWO_LOOKS[(turn += 1) % TWO_LOOKS.length]!;
  await test.step(`${name}, ${look.name}`, async () => {
    await lookAt(page, look);
    await expectAccessible(page);
    await expectLaidOut(page);
    await lookAt(page, TWO_LOOKS[0]);
  });
}
