import { setTimeout as pause } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import { DAY_MS, SECOND_MS } from '#domain/base/time';

import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import {
  type Fault,
  REFERENCE,
  endSession,
  expectTold,
  failNext,
  refusal,
  signInAgain,
  wordless,
} from '../faults.ts';
import { type Behaviour, behave, installWallet } from '../test-wallet.ts';
import { noteToasts } from '../toasts.ts';
import { connect, dialog, fund, typeAmount } from '../visitor.ts';
import { manager, payment, stakeButton } from './staking.ts';

// Every failure that a user can be told of, by its cause and word for word. The wallets' own are in
// wallet.spec.ts, the assistant's in assistant.spec.ts, what becomes of the payments in faults.spec.ts.

const QUOTE = '**/api/bonds/quote';
/** Of a request that the real server has refused. */
const UUID = /[\w-]{36}/;

/** One failure of something the user starts on a form. */
interface Row {
  readonly cause: string;
  readonly provoke: (page: Page) => Promise<void>;
  /** Takes the cause away again. */
  readonly mend?: (page: Page) => Promise<void>;
  readonly says: string;
  readonly reference?: string | RegExp;
  /** The page offers to sign in afterwards. */
  readonly signsOut?: true;
}

const wallet = (how: Behaviour) => ({
  provoke: (page: Page) => behave(page, how),
  mend: (page: Page) => behave(page, {}),
});
const REJECTS: Behaviour = { rejects: 'transaction' };
const BREAKS: Behaviour = { ...REJECTS, error: { message: 'The device is asleep', code: null } };
const offline = {
  provoke: (page: Page) => page.context().setOffline(true),
  mend: (page: Page) => page.context().setOffline(false),
};
const answered = (address: string, fault: Fault) => ({
  provoke: (page: Page) => failNext(page, address, fault),
});

const BONDING: readonly Row[] = [
  { cause: 'rejected', ...wallet(REJECTS), says: 'Transaction was cancelled.' },
  {
    cause: 'a wallet that breaks, in its own words',
    ...wallet(BREAKS),
    says: 'The device is asleep',
  },
  {
    cause: 'a wallet that cannot sign any more',
    ...wallet({ lacks: ['solana:signTransaction'] }),
    says: 'Wallet connection issue. Please reconnect your wallet.',
  },
  {
    cause: '400',
    ...answered(QUOTE, refusal(400, 'AMOUNT_MALFORMED', 'Digits only')),
    says: 'Invalid bonding amount. Please check your input.',
    reference: REFERENCE,
  },
  {
    cause: '500',
    ...answered(QUOTE, refusal(500, 'INTERNAL', 'It broke')),
    says: 'Server error. Please try again in a few moments.',
    reference: REFERENCE,
  },
  {
    cause: 'a refusal in words',
    ...answered(QUOTE, refusal(422, 'SUPPLY_EXCEEDED', 'The maximum supply is reached')),
    says: 'The maximum supply is reached',
    reference: REFERENCE,
  },
  {
    cause: 'paused',
    ...answered(QUOTE, refusal(503, 'PAUSED', 'All user operations paused')),
    says: 'All user operations paused',
    reference: REFERENCE,
  },
  {
    cause: 'a refusal without a word: the generic message is the reference',
    ...answered(QUOTE, wordless(422)),
    says: 'Unable to create bond. Please try again.',
    reference: '422: {}',
  },
  {
    cause: 'another tab has connected another wallet',
    provoke: (page) => storedWallet(page, 'Vote111111111111111111111111111111111111111'),
    mend: (page) => storedWallet(page, null),
    says: 'Wallet connection issue. Please reconnect your wallet.',
    reference: UUID,
  },
  {
    cause: 'the session ended on the server',
    provoke: endSession,
    says: 'Your session has expired. Please reconnect your wallet.',
    reference: UUID,
    signsOut: true,
  },
  {
    cause: 'the session token was cleared',
    provoke: clearToken,
    says: 'Authentication required. Please reconnect your wallet.',
    signsOut: true,
  },
  {
    cause: 'authentication required',
    ...answered(QUOTE, refusal(401, 'UNAUTHENTICATED', 'Authentication required')),
    says: 'Please reconnect your wallet to authenticate.',
    reference: REFERENCE,
    signsOut: true,
  },
  {
    cause: 'any other 401',
    ...answered(QUOTE, wordless(401)),
    says: 'Authentication failed. Please reconnect your wallet.',
    reference: '401: {}',
    signsOut: true,
  },
  // The last: back on the network the page reads everything again, and a quote with it.
  {
    cause: 'the network is gone',
    ...offline,
    says: 'Network error. Please check your connection and try again.',
  },
];

/** The stored wallet is another one than the page's, as far as its calls tell; null puts it back. */
function storedWallet(page: Page, address: string | null): Promise<void> {
  return page.evaluate((next) => {
    const own = window as unknown as { keptKey?: string };
    own.keptKey ??= localStorage.getItem('walletPublicKey') ?? '';
    localStorage.setItem('walletPublicKey', next ?? own.keptKey);
  }, address);
}

/** What another tab does that forgets the session but not the wallet. */
function clearToken(page: Page): Promise<void> {
  return page.evaluate(() => {
    localStorage.removeItem('sessionToken');
    window.dispatchEvent(new StorageEvent('storage', { key: 'sessionToken' }));
  });
}

/** Has the first quote of each amount end before it could be paid: so every start asks for a new one. */
async function shortenQuotes(page: Page): Promise<void> {
  const shortened = new Set<string | null>();
  await page.route(QUOTE, async (route) => {
    const asked = route.request().postData();
    if (shortened.has(asked)) return route.fallback();
    shortened.add(asked);
    const response = await route.fetch().catch(() => null);
    if (!response) return route.abort();
    if (!response.ok()) return route.fulfill({ response });
    const json = (await response.json()) as { expiresAt: string };
    const expiresAt = new Date(Date.parse(json.expiresAt) - 9.5 * 60 * SECOND_MS).toISOString();
    return route.fulfill({ response, json: { ...json, expiresAt } });
  });
}

/** Types an amount and waits for its quote, so that the next quote is the one of the button. */
async function typeQuoted(page: Page, amount: string): Promise<void> {
  const quoted = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/bonds/quote') &&
      (response.request().postData() ?? '').includes(`"${amount}"`),
  );
  await typeAmount(page, amount);
  await quoted;
}

test('bonding: every failure, its cause, a reference and a way on', async ({ page, context }) => {
  test.setTimeout(120_000);
  const phantom = await installWallet(context);
  await noteToasts(page);
  // What follows other tabs may come late, and must not undo what the page knows by then.
  await page.route('**/restore-*.js', async (route) => {
    await pause(120);
    await route.fallback();
  });
  await page.goto('/?tab=bond');
  await connect(page);
  await fund(page);
  await shortenQuotes(page);
  for (const [i, { cause, provoke, mend, says, reference = null, signsOut }] of BONDING.entries()) {
    await test.step(cause, async () => {
      const amount = `1.${10 + i}`;
      await typeQuoted(page, amount);
      await provoke(page);
      await page.getByRole('button', { name: 'Start Bonding' }).click();
      await expectTold(page, 'Bonding Failed', { says, reference });
      await expect(dialog(page).getByText(says)).toBeVisible();
      await mend?.(page);
      await dialog(page).getByRole('button', { name: 'Close' }).last().click();
      if (signsOut) await signInAgain(page);
      else await expect(page.getByLabel('Amount')).toHaveValue(amount);
    });
  }
  expect(phantom.asked.transaction, 'the two that it refused').toBe(2);

  await test.step('not recorded, without a word', async () => {
    await failNext(page, '**/api/bonds', wordless(422));
    await page.getByRole('button', { name: 'Start Bonding' }).click();
    const says = /Failed to create bond\. Transaction for support: \w{80,90}/;
    await expectTold(page, 'Bonding Failed', { says, reference: '422: {}' });
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible();
    expect(phantom.asked.transaction, 'and the one that was paid').toBe(3);
  });
});

async function typeStake(page: Page, amount: string, isHeld: RegExp): Promise<void> {
  await page.getByLabel('Amount').fill('');
  await page.getByLabel('Amount').fill(amount);
  await expect(page.getByRole('region', { name: 'Staking fee' }).getByText(isHeld)).toBeVisible();
}

/** Holds the next stake until it is let go, with this answer or the server's own. */
async function holdStake(page: Page): Promise<(fault?: Fault) => void> {
  let letGo: (fault?: Fault) => void = () => undefined;
  const held = new Promise<Fault | undefined>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    '**/api/stakes',
    async (route) => {
      const fault = await held;
      if (fault === undefined) return route.fallback();
      return fault === 'gone' ? route.abort() : route.fulfill(fault);
    },
    { times: 1 },
  );
  return letGo;
}

const FEE: readonly Row[] = [
  { cause: 'rejected', ...wallet(REJECTS), says: 'Transaction was cancelled.' },
  {
    cause: 'a wallet that breaks, in its own words',
    ...wallet(BREAKS),
    says: 'The device is asleep',
  },
  {
    cause: 'the network is gone',
    ...offline,
    says: 'Network error. Please check your connection and try again.',
  },
];

const REQUIRED =
  'You need to pay the staking fee first. Please approve the transaction in your wallet.';

test('staking: every failure and what is told on the way', async ({ page, app, context }) => {
  test.setTimeout(120_000);
  const phantom = await installWallet(context);
  const owner = await Account.owner(app);
  const account = await Account.of(app, phantom);
  await account.bonded('80');
  await noteToasts(page);
  await page.goto('/?tab=stake');
  await connect(page);
  await typeStake(page, '5', /Fee fixed for/);
  for (const { cause, provoke, mend, says, reference = null } of FEE) {
    await test.step(cause, async () => {
      await provoke(page);
      await stakeButton(page).click();
      await expectTold(page, 'Fee Payment Failed', { says, reference });
      await mend?.(page);
      await payment(page).getByRole('button', { name: 'Close' }).last().click();
    });
  }

  await test.step('the owner asks for no fee', async () => {
    await owner.call('POST', '/api/admin/settings', { stakingFee: 0 });
    await typeStake(page, '4', /^No fee$/);
    const letGo = await holdStake(page);
    await stakeButton(page).click();
    await expectTold(page, 'No Fee Required', {
      says: 'No staking fee calculated for this amount.',
    });
    letGo(wordless(422));
    const says = 'Unable to stake tokens. Check your unstaked balance.';
    await expectTold(page, 'Staking Failed', { says, reference: '422: {}' });
    await payment(page).getByRole('button', { name: 'Dismiss' }).click();
    await owner.call('POST', '/api/admin/settings', { stakingFee: 0.02 });
  });

  await test.step('paid, and the server refuses in words', async () => {
    await typeStake(page, '3', /Fee fixed for/);
    const letGo = await holdStake(page);
    await stakeButton(page).click();
    await expectTold(page, 'Fee Payment Sent', { says: /Transaction \w{4}…\w{4}/ });
    await expectTold(page, 'Fee Payment Confirmed', { says: /Paid [\d.]+ SOL staking fee/ });
    letGo(refusal(409, 'NOT_NOW', 'Not now.'));
    const says = /Not now\. Transaction for support: \w{80,90}/;
    await expectTold(page, 'Staking Failed', { says, reference: REFERENCE });
  });

  await test.step('the session ends meanwhile: first for the stake, then for the rest of its fee', async () => {
    const again = payment(page).getByRole('button', { name: 'Try again' });
    const recorded = await holdStake(page);
    await again.click();
    await endSession(page);
    recorded();
    const expired = 'Your session has expired. Please reconnect your wallet.';
    await expectTold(page, 'Staking Failed', { says: expired, reference: UUID });
    await again.click();
    await expectTold(page, 'Wallet Required', { says: 'Please connect your wallet first' });
    const letGo = await holdStake(page);
    await signInAgain(page);
    await page.getByRole('button', { name: 'Show progress' }).click();
    await endSession(page);
    letGo({ status: 402, json: { error: 'x', code: 'FEE_REQUIRED', lamports: '1000' } });
    await expectTold(page, 'Fee Payment Required', { says: REQUIRED });
    await expect(page.getByText('Sign in to go on')).toBeAttached();
    await payment(page).getByRole('button', { name: 'Pay 0.000001 SOL' }).click();
    const says = 'Please connect your wallet to pay staking fees';
    await expectTold(page, 'Wallet Required', { says });
    await signInAgain(page);
  });

  await test.step('what was paid stands as credit: nothing is asked for again', async () => {
    await app.advance(30 * SECOND_MS);
    await typeStake(page, '3', /your fee credit covers it/);
    await stakeButton(page).click();
    const says =
      'Your tokens are now vesting. They will be active in 24 hours. They earn after you activate them.';
    await expectTold(page, 'Staking Started!', { says });
    await payment(page).getByRole('button', { name: 'Done' }).click();
    expect(phantom.asked.transaction, 'two that it refused, one that was paid').toBe(3);
  });

  await test.step('activated, at the third try', async () => {
    await page.getByRole('button', { name: 'Move time by +24 h' }).click();
    const activate = manager(page).getByRole('button', { name: 'Activate' });
    await failNext(page, '**/api/stakes/activate/*', wordless(500));
    await activate.click();
    await expectTold(page, 'Activation Failed', {
      says: 'Failed to activate stake.',
      reference: '500: {}',
    });
    await failNext(page, '**/api/stakes/activate/*', 'gone');
    await activate.click();
    const gone = 'Failed to activate stake. Failed to connect to server';
    await expectTold(page, 'Activation Failed', { says: gone });
    await activate.click();
    await expectTold(page, 'Stake Activated!', {
      says: /It earns rewards for 7 days and matures on .+\./,
    });
  });
});

test('restake, unstake, sell and completion: every failure', async ({ page, app, context }) => {
  test.setTimeout(120_000);
  const account = await Account.of(app, await installWallet(context));
  await account.bonded('80');
  await account.staked('5');
  await app.advance(7 * DAY_MS);
  await noteToasts(page);
  await page.goto('/?tab=stake');
  await connect(page);

  await test.step('restake', async () => {
    await manager(page).getByRole('button', { name: 'Restake' }).click();
    const restake = page.getByRole('dialog', { name: 'Manual Restake' });
    await failNext(page, '**/api/stakes/restake/*', wordless(500));
    await restake.getByRole('button', { name: 'Confirm Restake' }).click();
    await expectTold(page, 'Restake Failed', {
      says: 'Failed to process restake',
      reference: '500: {}',
    });
    await expect(restake.getByText('Restaking Failed', { exact: true })).toBeVisible();
    await expect(restake).toContainText('Unable to restake vault. Please try again.');
    await page.keyboard.press('Escape');
  });

  await test.step('unstake', async () => {
    await manager(page).getByRole('button', { name: 'Unstake' }).click();
    const unstake = page.getByRole('dialog', { name: 'Unstake from Vault' });
    await unstake.getByLabel('Amount to unstake').fill('1');
    await unstake.getByRole('button', { name: 'Proceed' }).click();
    const confirm = unstake.getByRole('button', { name: 'Confirm Unstake' });
    await failNext(page, '**/api/withdraw/*', wordless(500));
    await confirm.click();
    await expectTold(page, 'Unstake Failed', {
      says: 'Failed to unstake from vault',
      reference: '500: {}',
    });
    await failNext(page, '**/api/withdraw/*', refusal(409, 'NOT_IN_WINDOW', 'Not now'));
    await confirm.click();
    await expectTold(page, 'Unstake Failed', { says: 'Not now', reference: REFERENCE });
    await page.keyboard.press('Escape');
  });

  await test.step('sell', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Sell' }).click();
    await page.getByLabel('Amount to sell').fill('1');
    for (const [fault, says, reference] of [
      [wordless(500), 'Failed to sell LMT', '500: {}'],
      ['gone', 'Failed to connect to server', null],
      [refusal(404, 'NOT_FOUND', 'User not found'), 'User not found', REFERENCE],
    ] as const) {
      const confirm = page.getByRole('dialog', { name: 'Confirm sell request' });
      const submit = page.getByRole('button', { name: 'Submit Sell Request' });
      if (await confirm.isHidden()) await submit.click();
      await failNext(page, '**/api/lmt/sell', fault);
      await confirm.getByRole('button', { name: 'Submit Sell Request' }).click();
      await expectTold(page, 'Sale Failed', { says, reference });
    }
  });

  await test.step('no wallet any more; completion, while the vaults cannot be read', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Stake' }).click();
    await manager(page).getByRole('button', { name: 'Restake' }).click();
    // Another tab ends the session, under the dialog.
    await page.evaluate(() => {
      for (const key of [
        'walletConnected',
        'walletPublicKey',
        'walletName',
        'sessionToken',
        'userId',
      ])
        localStorage.removeItem(key);
      dispatchEvent(new StorageEvent('storage', { key: 'walletConnected' }));
    });
    await expect(page.locator('header').getByText('Connect Wallet')).toBeVisible();
    await page.getByRole('button', { name: 'Confirm Restake' }).click();
    const connectFirst = 'Please connect your wallet to continue';
    await expectTold(page, 'Wallet Not Connected', { says: connectFirst });
    await page.keyboard.press('Escape');
    await connect(page);
    await expect(manager(page).getByText(/Restake window open/)).toBeVisible();
    await page.route('**/api/stakes/user/*', (route) => route.abort());
    await app.advance(DAY_MS);
    const complete = manager(page).getByRole('button', { name: 'Move to unstaked' });
    await failNext(page, /\/api\/stakes\/[\w-]+$/, wordless(500));
    await complete.click();
    await expectTold(page, 'Completion Failed', {
      says: 'Failed to complete stake.',
      reference: '500: {}',
    });
    await complete.click();
    const says = '5.9589 LMT are in your unstaked balance.';
    await expectTold(page, 'Stake Completed!', { says });
    await page.unroute('**/api/stakes/user/*');
    await app.advance(SECOND_MS);
    // What could not be read is tried again every ten seconds.
    const completed = manager(page).getByText('1 completed vault');
    await expect(completed).toBeVisible({ timeout: 30_000 });
  });
});
