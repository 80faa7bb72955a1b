import type { Page } from '@playwright/test';

import { expect, test } from './app.ts';
import { TWO_LOOKS, examine, takePicture } from './looks.ts';
import { complaints, smallTargets } from './page-checks.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'DeFi Assistant' });
const input = (page: Page) => page.getByPlaceholder('Ask me anything about the platform...');
const opener = (page: Page) => page.getByRole('button', { name: 'Open the DeFi Assistant' });

async function open(page: Page): Promise<void> {
  await page.goto('/');
  await opener(page).click();
  await expect(input(page)).toBeFocused();
}

test('answers quick questions and typed ones, and names the page of each answer', async ({
  page,
}) => {
  const heard = complaints(page);
  await open(page);
  expect(await panel(page).boundingBox()).toMatchObject({ width: 384, height: 500 });
  await expect(panel(page).getByText('Online')).toBeVisible();
  const quick = panel(page).getByRole('list', { name: 'Quick questions' }).getByRole('button');
  await expect(quick).toHaveCount(6);
  await examine(page, ...TWO_LOOKS);
  await quick.filter({ hasText: 'What are the APY rates?' }).click();
  const link = panel(page).getByRole('link', { name: 'APY rates' });
  await expect(link).toBeInViewport();
  await expect(quick).toHaveCount(0);
  await expect(panel(page).locator('time').last()).toHaveText(/^\d\d:\d\d$/);

  await expect(input(page)).toBeFocused();
  await expect(panel(page).getByRole('button', { name: 'Send' })).toBeDisabled();
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('How long does bonding take?');
  await expect(panel(page).getByText('Thinking...')).toBeHidden();
  await expect(panel(page).locator('time')).toHaveCount(3);
  await page.keyboard.press('Enter');
  await expect(input(page)).toHaveValue('');
  await expect(panel(page).locator('time')).toHaveCount(5);

  await link.click();
  await expect(panel(page).getByRole('heading', { name: 'APY rates' })).toBeVisible();
  await panel(page).getByRole('link', { name: 'Open it on the Info tab' }).click();
  await expect(page.getByRole('region', { name: 'APY rates' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Back to the chat' }).click();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await opener(page).click();
  await expect(panel(page).locator('time'), 'what was said is kept').toHaveCount(5);
  expect(heard).toEqual([]);
});

test('says that it is thinking, and when it has no answer, and asks again', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    '**/api/help/chat',
    async (route) => {
      await held;
      await route.abort();
    },
    { times: 1 },
  );
  await open(page);
  await input(page).fill('How do I sell LMT tokens?');
  await panel(page).getByRole('button', { name: 'Send' }).click();
  await expect(panel(page).getByText('Thinking...')).toBeVisible();
  await expect(input(page)).toBeDisabled();
  release();
  await expect(
    panel(page).getByText(
      "I'm sorry, I'm having trouble connecting to the help system right now. Please try again in a moment, or check our documentation for common questions.",
    ),
  ).toBeVisible();
  await panel(page).getByRole('button', { name: 'Ask again' }).click();
  await expect(panel(page).getByRole('link', { name: 'How to sell LMT' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('is a sheet over everything, for fingers', async ({ page }) => {
    await open(page);
    expect(await panel(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    await takePicture(page, 'screenshots/assistant-390');
    expect(await smallTargets(page)).toEqual([]);
    await panel(page).getByRole('button', { name: 'Close the DeFi Assistant' }).click();
    await expect(panel(page)).toBeHidden();
  });

  test('an answer is not covered by the keyboard', async ({ page }) => {
    await open(page);
    await panel(page).getByRole('button', { name: 'What are the APY rates?' }).tap();
    await expect(panel(page).getByRole('link', { name: 'APY rates' })).toBeVisible();
    await expect(input(page)).toBeEnabled();
    await expect(input(page)).not.toBeFocused();
  });
});
