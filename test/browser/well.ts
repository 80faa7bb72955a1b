import { type Page, test } from '@playwright/test';

import { tries } from '../prove/effort.ts';
import { expectFits } from './fits.ts';
import { TWO_LOOKS, lookAt } from './looks.ts';
import { expectAccessible } from './page-checks.ts';

const isFull = tries(0, 1) === 1;
let turn = 0;

/**
 * For states that no other test stops at: axe finds nothing and, in full, in neither look, and nothing is
 * cut or covered on the smallest phone; else the looks take turns.
 */
export async function expectWell(page: Page, name: string, within = 'body'): Promise<void> {
  turn += 1;
  for (const look of isFull ? TWO_LOOKS : [TWO_LOOKS[turn % 2]!]) {
    await test.step(`${name}, ${look.name}`, async () => {
      await lookAt(page, look);
      await expectAccessible(page);
    });
  }
  if (isFull) await expectFits(page, name, within);
  await lookAt(page, TWO_LOOKS[0]);
}
