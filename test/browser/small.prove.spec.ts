import { expect, test } from './app.ts';
import { TABS, enter, openTab } from './admin/owner.ts';
import { expectFits, makeSmall } from './fits.ts';

test.use({ seeded: 0.2 });

const SCREENS = [
  '/?demo',
  '/?demo&tab=bond',
  '/?demo&tab=stake',
  '/?demo&tab=sell',
  '/?demo&tab=history',
  '/?demo&tab=info',
  '/',
  '/?tab=bond',
  '/nowhere',
];

test('every screen of a user fits the smallest phone, and text of twice the size', async ({
  page,
}) => {
  test.setTimeout(240_000);
  for (const screen of SCREENS) {
    await page.goto(screen);
    await expect(page.locator('main h2, main h1').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /DeFi Assistant/ })).toBeVisible();
    await expectFits(page, screen);
  }
  for (const [screen, name] of [
    ['/?demo', 'Positions'],
    ['/?demo&tab=stake', /^Details of vault/],
    ['/?demo&tab=history', 'Filter'],
  ] as const) {
    await page.goto(screen);
    const control = page.getByRole('tab', { name }).or(page.getByRole('button', { name }));
    await control.first().click();
    await expectFits(page, `${screen}, ${name}`);
  }
  for (const [screen, button] of [
    ['/?demo&tab=stake', 'Restake'],
    ['/?demo&tab=stake', 'Unstake'],
    ['/', 'Open the DeFi Assistant'],
  ] as const) {
    await page.goto(screen);
    await page.getByRole('button', { name: button, exact: true }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFits(page, button, '[role=dialog]');
  }
});

test('a payment and sell requests fit the smallest phone, and text of twice the size', async ({
  page,
}) => {
  await page.goto('/?demo&tab=bond');
  await page.getByLabel('Amount').fill('2');
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Done' })).toBeVisible();
  await expectFits(page, 'a payment', '[role=dialog]');
  await page.goto('/?demo&tab=sell');
  for (const request of ['the latest', 'an earlier one']) {
    await page.getByRole('button', { name: 'Use Max' }).click();
    await page.getByRole('button', { name: 'Submit Sell Request' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit Sell Request' }).click();
    await page.getByRole('button', { name: 'Cancel request' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the request' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
    await expectFits(page, request);
  }
});

test.describe('on touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('every tab of the owner fits the smallest phone, and text of twice the size', async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible();
    await expectFits(page, 'the gate');
    await enter(page);
    for (const [tab, sign] of TABS) {
      await openTab(page, tab);
      await expect(page.getByText(sign).first()).toBeVisible({ timeout: 60_000 });
      await makeSmall(page, { width: 390, height: 844, percent: 100 });
      const label = page.getByRole('tab', { name: tab, exact: true });
      await expect(label, 'the open tab is whole').toBeInViewport({ ratio: 0.99 });
      await expectFits(page, tab);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/admin?tab=vaults');
    await expect(page.getByRole('tab', { name: 'Vaults' }), 'the open tab').toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const [tab, button] of [
      ['Sell Verifications', 'Reject Request'],
      ['Users', 'View Details'],
      ['Users', 'Edit:'],
      ['Settings', 'Edit Selling fee'],
      ['Overview', 'Emergency Pause'],
    ] as const) {
      await openTab(page, tab);
      await page.getByRole('button', { name: button }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectFits(page, button, '[role=dialog]');
      await page.keyboard.press('Escape');
    }
  });
});
