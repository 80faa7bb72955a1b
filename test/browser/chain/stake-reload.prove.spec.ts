import type { Route } from '@playwright/test';

import { expect, test } from '../app.ts';
import { expectToast } from '../visitor.ts';
import { manager, stakeButton, typeStake, withLmt } from './staking.ts';

const FEE_PAYMENT = /\/(rpc|api\/stakes)$/;

test('the page is reloaded in the middle of the fee payment: it is finished, not asked for again', async ({
  page,
  app,
}) => {
  const { wallet, stakes } = await withLmt(page, app);
  await typeStake(page, '5');
  const held = new Promise<void>((resolve) => {
    const judge = async (route: Route) => {
      const isSending = route.request().postData()?.includes('"sendTransaction"') === true;
      if (!isSending) return route.fallback();
      await route.abort().catch(() => undefined);
      return resolve();
    };
    void page.route(FEE_PAYMENT, judge).then(() => stakeButton(page).click());
  });
  await held;
  await page.reload();
  await expect(page.getByText('An earlier payment is being finished')).toBeVisible();
  await expect(stakeButton(page)).toBeDisabled();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expectToast(page, 'Staking Started!');
  await expect(manager(page).getByRole('timer')).toBeVisible();
  expect(await stakes()).toHaveLength(1);
  expect(wallet.asked.transaction).toBe(1);
});
