import type { BrowserContext, Page, Request, Route } from '@playwright/test';

import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { installWallet } from '../test-wallet.ts';
import {
  bondsOf,
  dialog,
  expectConnected,
  expectToast,
  readyToBond,
  stored,
  typeAmount,
} from '../visitor.ts';

const isRpc = (request: Request, method: string) =>
  request.url().endsWith('/rpc') && request.postData()?.includes(`"${method}"`) === true;
const isRecord = (request: Request) =>
  request.method() === 'POST' && request.url().endsWith('/api/bonds');

/** A step of a payment at which the page dies: what gets through no more from then on. */
interface Death {
  readonly at: string;
  readonly holds: (request: Request, sent: boolean) => boolean;
  /** The request still reaches the server; only its answer is lost. */
  readonly reaches?: boolean;
}

const DEATHS: readonly Death[] = [
  { at: 'before it is sent', holds: (request) => isRpc(request, 'sendTransaction') },
  {
    at: 'sent, the answer lost',
    holds: (request) => isRpc(request, 'sendTransaction'),
    reaches: true,
  },
  {
    at: 'sent, not confirmed',
    holds: (request, sent) => sent && isRpc(request, 'getSignatureStatuses'),
  },
  { at: 'confirmed, not recorded', holds: isRecord },
  { at: 'recorded, the answer lost', holds: isRecord, reaches: true },
];

/** Lets everything pass until the step of the death; resolves when it is reached. */
async function holdAt(page: Page, { holds, reaches = false }: Death): Promise<void> {
  let sent = false;
  await new Promise<void>((resolve) => {
    const judge = async (route: Route) => {
      const request = route.request();
      if (holds(request, sent)) {
        // A request that is only held goes out when its page closes.
        if (reaches) await route.fetch().catch(() => undefined);
        else await route.abort().catch(() => undefined);
        return resolve();
      }
      if (isRpc(request, 'sendTransaction')) sent = true;
      return route.fallback();
    };
    void page.route(/\/(rpc|api\/bonds)$/, judge).then(async () => {
      await page.getByRole('button', { name: 'Start Bonding' }).click();
    });
  });
}

async function reopened(context: BrowserContext, page: Page): Promise<Page> {
  await page.close();
  const next = await context.newPage();
  await next.goto('/?tab=bond');
  await expectConnected(next);
  return next;
}

const hasPayment = async (page: Page) =>
  Object.keys(await stored(page)).some((key) => key.startsWith('lmt-payment-'));

for (const death of DEATHS) {
  test(`the page dies: ${death.at}`, async ({ page, context }) => {
    const wallet = await installWallet(context);
    await readyToBond(page);
    await holdAt(page, death);
    const next = await reopened(context, page);
    await expectToast(next, 'Bond Created Successfully!');
    await expect.poll(() => hasPayment(next)).toBe(false);
    expect(await bondsOf(next)).toHaveLength(1);
    expect(wallet.asked.transaction).toBe(1);
    await expect(next.getByText('Active bonds')).toBeVisible();
  });
}

test('reloaded while it runs: the strip says that it goes on', async ({ page, context }) => {
  const wallet = await installWallet(context);
  await readyToBond(page);
  await holdAt(page, DEATHS[0]!);
  await page.reload();
  await expect(page.getByText('An earlier payment is being finished')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Bonding' })).toBeDisabled();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expectToast(page, 'Bond Created Successfully!');
  expect(await bondsOf(page)).toHaveLength(1);
  expect(wallet.asked.transaction).toBe(1);
});

test('paused before it is recorded: it goes on by itself when the pause ends', async ({
  page,
  app,
  context,
}) => {
  const owner = await Account.owner(app);
  const pause = (paused: boolean) => owner.call('POST', '/api/admin/emergency-pause', { paused });
  const wallet = await installWallet(context);
  await readyToBond(page);
  await page.route(
    /\/api\/bonds$/,
    async (route) => {
      await pause(true);
      await route.continue();
    },
    { times: 1 },
  );
  try {
    await page.getByRole('button', { name: 'Start Bonding' }).click();
    await expect(dialog(page).getByText('A payment is not recorded yet')).toBeVisible({
      timeout: 40_000,
    });
  } finally {
    await pause(false);
  }
  await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible();
  expect(await bondsOf(page)).toHaveLength(1);
  expect(wallet.asked.transaction).toBe(1);
});

test('the page dies before anything is signed: nothing is left', async ({ page, context }) => {
  const wallet = await installWallet(context, { hangs: true });
  await readyToBond(page);
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(dialog(page).getByText('Approve the payment in Phantom')).toBeVisible();
  await expect.poll(() => wallet.asked.transaction).toBe(1);
  const next = await reopened(context, page);
  await expect(next.getByText('No active bonds')).toBeVisible();
  expect(await hasPayment(next)).toBe(false);
  expect(await bondsOf(next)).toHaveLength(0);
});

test('a wallet that never answers can be left', async ({ page, context }) => {
  await installWallet(context, { hangs: true });
  await readyToBond(page);
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(dialog(page).getByText('Approve the payment in Phantom')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByLabel('Amount')).toHaveValue('2');
});

test('signed but never sent until it expired: said so, and nothing was paid', async ({
  page,
  context,
}) => {
  await installWallet(context);
  await readyToBond(page);
  await holdAt(page, DEATHS[0]!);
  const next = await context.newPage();
  await page.close();
  await next.request.post('/api/local/clock', { data: { advanceMs: 3_600_000 } });
  await next.goto('/?tab=bond');
  await expectToast(next, 'The payment did not go through');
  await next.getByRole('button', { name: 'Start over' }).click();
  expect(await bondsOf(next)).toHaveLength(0);
  expect(await hasPayment(next)).toBe(false);
  await typeAmount(next, '2');
  await next.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(dialog(next).getByText('Bond Created Successfully!')).toBeVisible({
    timeout: 40_000,
  });
});

test('two tabs: one payment, one bond', async ({ page, context }) => {
  const wallet = await installWallet(context);
  await readyToBond(page);
  await holdAt(page, DEATHS[3]!);
  const other = await context.newPage();
  await other.goto('/?tab=bond');
  await expectConnected(other);
  await page.close();
  await expectToast(other, 'Bond Created Successfully!');
  expect(await bondsOf(other)).toHaveLength(1);
  expect(wallet.asked.transaction).toBe(1);
});
