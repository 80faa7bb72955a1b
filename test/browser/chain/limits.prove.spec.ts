import type { Page, Route } from '@playwright/test';

import { HOUR_MS } from '#domain/base/time';

import { expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { bondsOf, dialog, expectToast, readyToBond } from '../visitor.ts';

const begin = (page: Page) => page.getByRole('button', { name: 'Start Bonding' }).click();

/** Gives the chain's answer to one method; null leaves it to the chain. */
async function answerRpc(
  page: Page,
  method: string,
  answer: () => Parameters<Route['fulfill']>[0] | null,
): Promise<void> {
  await page.route('**/rpc', async (route) => {
    const asked = route.request().postDataJSON() as { method: string };
    const given = asked.method === method ? answer() : null;
    await (given === null ? route.fallback() : route.fulfill(given));
  });
}

const refusal = (code: number, message: string) => ({
  json: { jsonrpc: '2.0', id: 1, error: { code, message } },
});

test('a node that is asked too often is asked again, until it takes the payment', async ({
  page,
  context,
}) => {
  await installWallet(context);
  await readyToBond(page);
  let asked = 0;
  await answerRpc(page, 'sendTransaction', () => {
    asked += 1;
    return asked <= 2 ? { status: 429, body: 'Too Many Requests' } : null;
  });
  await begin(page);
  await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible();
  expect(asked).toBeGreaterThan(2);
  expect(await bondsOf(page)).toHaveLength(1);
});

for (const [name, answer] of [
  ['too large', refusal(-32_602, 'base64 encoded too large: 1700 bytes (max: 1644/1232)')],
  ['of a nonce that is no longer valid', refusal(-32_002, 'Transaction nonce is invalid')],
] as const) {
  test(`a transaction ${name} is never taken: said once it can’t land any more, and nothing is paid`, async ({
    page,
    context,
    app,
  }) => {
    const heard = complaints(page);
    await installWallet(context);
    await readyToBond(page);
    const refused = new Promise<void>((done) => {
      void answerRpc(page, 'sendTransaction', () => {
        done();
        return answer;
      });
    });
    await begin(page);
    await refused;
    await expect(dialog(page).getByText('Waiting for the network')).toBeVisible();
    await app.advance(HOUR_MS);
    await expectToast(page, 'The payment did not go through', 'Nothing was paid.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Start over' }).click();
    expect(await bondsOf(page)).toHaveLength(0);
    expect(heard).toEqual([]);
  });
}

test('not seen as confirmed for two minutes: the server is asked to record it all the same', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await installWallet(context);
  await readyToBond(page);
  const unseen = { json: { jsonrpc: '2.0', id: 1, result: { value: [null] } } };
  await answerRpc(page, 'getSignatureStatuses', () => unseen);
  await begin(page);
  await expect(dialog(page).getByText('Waiting for the network')).toBeVisible();
  await page.clock.fastForward(20_000);
  await expect(dialog(page).getByText('This takes longer than usual.')).toBeVisible();
  await page.clock.fastForward(120_000);
  await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible();
  expect(await bondsOf(page)).toHaveLength(1);
});
