import type { Page } from '@playwright/test';

import { DAY_MS, HOUR_MS, WEEK_MS } from '#domain/base/time';

import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { connect, expectToast } from '../visitor.ts';

interface Told {
  readonly title: string;
  readonly body: string;
}
interface Stub {
  readonly notes: (Told & { readonly click: () => void })[];
  asked: number;
}

/** Runs in the page: the browser's notifications, with a user who says no and then yes. */
function stubNotifications(): void {
  const stub: Stub = { notes: [], asked: 0 };
  const answers: NotificationPermission[] = ['denied', 'granted'];
  class Stubbed extends EventTarget {
    static permission: NotificationPermission = 'default';
    static requestPermission(): Promise<NotificationPermission> {
      stub.asked += 1;
      const answer = answers.shift() ?? 'granted';
      Stubbed.permission = answer;
      sessionStorage.setItem('granted', answer);
      return Promise.resolve(answer);
    }
    constructor(title: string, { body = '' }: NotificationOptions = {}) {
      super();
      stub.notes.push({ title, body, click: () => this.dispatchEvent(new Event('click')) });
    }
    close(): void {}
  }
  if (sessionStorage.getItem('granted') === 'granted') Stubbed.permission = 'granted';
  Object.assign(window, { Notification: Stubbed, stub });
}

const notes = (page: Page): Promise<Told[]> =>
  page.evaluate(() =>
    (window as unknown as { stub: Stub }).stub.notes.map(({ title, body }) => ({ title, body })),
  );
const titles = async (page: Page) => (await notes(page)).map(({ title }) => title);

test('reminds of a window while the tab is open: each once, and only who asked for it', async ({
  page,
  context,
  app,
}) => {
  const heard = complaints(page);
  await context.addInitScript(stubNotifications);
  const wallet = await installWallet(context);
  const account = await (await Account.of(app, wallet)).bonded('40');
  const { id } = await account.staked('2');
  const name = `Vault ${id.slice(-6)}`;
  await page.goto('/?tab=stake');
  await connect(page);
  const box = page.getByRole('region', { name: 'Reminders in this browser' });
  const remind = box.getByRole('button', { name: 'Remind me in this browser' });
  expect(await page.evaluate(() => (window as unknown as { stub: Stub }).stub.asked)).toBe(0);
  await remind.click();
  await expect(box).toContainText('Notifications from this site are blocked.');
  await remind.click();
  await expectToast(page, 'Reminders are on');
  expect(await titles(page)).toEqual(['Reminders are on']);
  await expect(box).toContainText('only while LMT is open in a tab');
  await page.getByRole('banner').getByRole('link', { name: 'Info' }).click();
  await app.advance(WEEK_MS);
  await expect
    .poll(() => titles(page))
    .toEqual(['Reminders are on', `${name}: the restake window is open`]);
  await page.evaluate(() => (window as unknown as { stub: Stub }).stub.notes.at(-1)!.click());
  await expect(page).toHaveURL(`/?tab=stake&vault=${id}`);
  await expect(
    page.getByRole('button', { name: `Details of vault ${id.slice(-6)}` }),
  ).toHaveAttribute('aria-expanded', 'true');
  // A change before the stream of events is open again is seen by polling only, much later.
  const streamed = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await page.reload();
  await streamed;
  await expect(box.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await app.advance(DAY_MS - 90 * 60_000);
  await expect.poll(() => titles(page)).toEqual([`${name}: 6 hours left`]);
  await box.getByRole('button', { name: 'Turn off' }).click();
  await app.advance(HOUR_MS);
  await expect(page.getByText('Restake window open: less than 1 hour left').first()).toBeVisible();
  expect(await titles(page)).toEqual([`${name}: 6 hours left`]);
  const calendar = page.getByRole('region', { name: 'Dates in your calendar' });
  await calendar.getByRole('button', { name: 'Get the address' }).click();
  const address = calendar.getByLabel('Your calendar’s address');
  await expect(address).toHaveText(/\.ics$/);
  const url = (await address.textContent()) ?? '';
  expect(await (await fetch(url)).text()).toContain(`LMT vault ${id.slice(-6)}`);
  await calendar.getByRole('button', { name: 'Revoke' }).click();
  await expectToast(page, 'Calendar address revoked');
  await expect(address).toBeHidden();
  expect((await fetch(url)).status).toBe(404);
  expect(heard).toEqual([]);
});
