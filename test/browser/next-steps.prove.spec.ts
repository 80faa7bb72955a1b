import { DAY_MS } from '#domain/base/time';

import { Account } from './account.ts';
import { expect, test } from './app.ts';
import { enter } from './keyboard.ts';
import { installWallet } from './test-wallet.ts';
import { connect } from './visitor.ts';

test('of many next steps the first few are shown, and the rest by the keyboard', async ({
  page,
  app,
  context,
}) => {
  const user = await Account.of(app, await installWallet(context));
  await (await user.bonded('10')).staked('1');
  await app.advance(7 * DAY_MS);
  await page.route('**/api/stakes/user/*', async (route) => {
    const answer = await route.fetch();
    const [stake] = (await answer.json()) as [{ id: string }];
    const json = Array.from({ length: 40 }, (_, at) => ({
      ...stake,
      id: `${String(at).padStart(6, '0')}${stake.id.slice(6)}`,
    }));
    await route.fulfill({ response: answer, json });
  });
  await page.goto('/');
  await connect(page);
  const others = page.locator('details').filter({ hasText: '40 more: ' });
  await enter(page, others.locator('summary'));
  const steps = others.getByRole('listitem');
  await expect(steps).toHaveCount(5);
  for (const [name, count] of [
    ['Show 20 more', 25],
    ['Show 14 more', 39],
  ] as const) {
    await enter(page, others.getByRole('button', { name }));
    await expect(steps).toHaveCount(count);
  }
  await expect(others.getByRole('button')).toHaveCount(0);
  // Focus stays on the page, for the next Tab.
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1);
});
