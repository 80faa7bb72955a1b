import type { BrowserContext, CDPSession, Page } from '@playwright/test';

import { WEEK_MS } from '#domain/base/time';

import { PushStub, type StubBrowser } from '../../support/push-stub.ts';
import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { complaints, expectAccessible } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { connect, disconnect, expectToast } from '../visitor.ts';

test.use({ worker: true });

interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Runs in the page: a browser whose push service is the stub; one without windows takes notifications. */
function stubPush(given: Subscription): void {
  if (Notification.permission !== 'granted') {
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = () => Promise.resolve('granted');
    ServiceWorkerRegistration.prototype.showNotification = () => Promise.resolve();
    Object.assign(globalThis, { isWithoutWindows: true });
  }
  let isOn = sessionStorage.getItem('subscribed') !== null;
  const made = {
    ...given,
    toJSON: () => given,
    unsubscribe: () => {
      isOn = false;
      return Promise.resolve(true);
    },
  };
  Object.assign(PushManager.prototype, {
    subscribe: () => {
      isOn = true;
      sessionStorage.setItem('subscribed', '1');
      return Promise.resolve(made);
    },
    getSubscription: () => Promise.resolve(isOn ? made : null),
  });
}

/** What the browser's push service does with a message: hands it to the page's worker. */
async function workerOf(page: Page): Promise<(data: string) => Promise<unknown>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ isDeleted }) => !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  return (data) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notes = await registration.getNotifications();
    return notes.map(({ title, data }) => ({ title, ...(data as { href: string }) }));
  });

/** A message that comes twice is one notification. */
async function expectShownOnce(page: Page, message: string, told: object): Promise<void> {
  const deliver = await workerOf(page);
  await deliver(message);
  await deliver(message);
  await expect
    .poll(async () => (await shown(page)).filter(({ title }) => title !== 'Reminders are on'))
    .toEqual([told]);
}

async function subscriber(context: BrowserContext, stub: PushStub): Promise<StubBrowser> {
  const browser = stub.browser();
  const { endpoint, keys } = browser;
  await context.grantPermissions(['notifications']);
  await context.addInitScript(stubPush, { endpoint, keys });
  return browser;
}

test('a reminder of the server reaches a browser whose page was closed, until it is turned off', async ({
  page,
  context,
  app,
}) => {
  const stub = await PushStub.open();
  const browser = await subscriber(context, stub);
  const wallet = await installWallet(context);
  const account = await (await Account.of(app, wallet)).bonded('40');
  const { id } = await account.staked('2');
  await page.goto('/?tab=stake');
  await connect(page);
  const box = page.getByRole('region', { name: 'Reminders in this browser' });
  await box.getByRole('button', { name: 'Remind me in this browser' }).click();
  await expectToast(page, 'Reminders are on');
  await expect(box).toContainText('They come while LMT is closed, too.');
  await expectAccessible(page);
  await page.goto('about:blank');
  await app.advance(WEEK_MS);
  await expect.poll(() => browser.taken.map(({ told }) => told.kind)).toEqual(['window-open']);

  await page.goto('/?tab=stake');
  if (!(await page.evaluate(() => 'isWithoutWindows' in globalThis))) {
    await expectShownOnce(page, JSON.stringify(browser.taken[0]?.told), {
      title: `Vault ${id.slice(-6)}: the restake window is open`,
      href: `/?tab=stake&vault=${id}`,
    });
  }
  await box.getByRole('button', { name: 'Turn off' }).click();
  await expectToast(page, 'Reminders are off');
  await app.advance(WEEK_MS);
  expect(browser.taken).toHaveLength(1);
  await stub.close();
});

test('a browser that the server has lost is reminded again once its page was open', async ({
  page,
  context,
  app,
}) => {
  const stub = await PushStub.open();
  const browser = await subscriber(context, stub);
  const wallet = await installWallet(context);
  const account = await (await Account.of(app, wallet)).bonded('40');
  await account.staked('2');
  await page.goto('/?tab=stake');
  await connect(page);
  const box = page.getByRole('region', { name: 'Reminders in this browser' });
  await box.getByRole('button', { name: 'Remind me in this browser' }).click();
  await expectToast(page, 'Reminders are on');
  // As by a restored backup, or when its push service did not know it for a while.
  const { push } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('lmt-reminders') ?? '{}') as { push: { id: string } },
  );
  await account.call('DELETE', `/api/push/subscriptions/${push.id}`);
  const renewed = page.waitForResponse('**/api/push/subscriptions');
  await page.reload();
  await renewed;
  await page.goto('about:blank');
  await app.advance(WEEK_MS);
  await expect.poll(() => browser.taken.map(({ told }) => told.kind)).toEqual(['window-open']);
  await stub.close();
});

test('offline, the last figures are shown with their age; signed out, none are kept', async ({
  page,
  context,
  app,
}) => {
  const heard = complaints(page);
  const wallet = await installWallet(context);
  const account = await (await Account.of(app, wallet)).bonded('40');
  await page.goto('/');
  await connect(page);
  const kept = () =>
    page.evaluate(async () => (await caches.match('/offline/figures')) !== undefined);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(kept).toBe(true);
  expect(heard).toEqual([]);
  const { totalLMT } = await account.call<{ totalLMT: string }>(
    'GET',
    `/api/portfolio/${account.id}`,
  );
  await context.setOffline(true);
  await page.goto('/?tab=stake');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByText('The last figures that this browser saw')).toContainText('now');
  await expect(page.getByText(`${totalLMT.slice(0, -4)} LMT`).first()).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  // The page loads itself again meanwhile, perhaps before the worker is online, too.
  await expect(async () => {
    await page.goto('/');
    await expect(page.getByRole('banner')).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await disconnect(page);
  await expect.poll(kept).toBe(false);
});

test('the app can be installed', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Playwright's windows are private ones.
  const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  expect(others).toEqual([]);
});
