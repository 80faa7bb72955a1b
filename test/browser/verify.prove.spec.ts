import type { Locator, Page, Route } from '@playwright/test';

import { DAY_MS } from '#domain/base/time';

import { type Me, leafOf, rootOf, walletBytes } from '../proof/second.ts';
import { Account } from './account.ts';
import { type App, expect, test } from './app.ts';
import { SMALL, makeSmall, misfits } from './fits.ts';
import { LOOKS, TWO_LOOKS, lookAt, takePicture } from './looks.ts';
import { complaints, expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { type TestWallet, installWallet } from './test-wallet.ts';
import { connect } from './visitor.ts';

interface Day {
  readonly day: string;
  readonly root: string;
  readonly totalUnits: string;
  readonly leaves: number;
  readonly anchor: { readonly signature: string } | null;
}

const STEPS = {
  mine: '1. My balance is in the total',
  total: '2. The total is what the app says it owes',
  holdings: '3. What the treasury holds beside it',
  anchor: '4. The root stands on the chain',
  leaves: '5. All leaves make this root',
} as const;

const step = (page: Page, name: keyof typeof STEPS): Locator =>
  page.getByRole('region', { name: STEPS[name], exact: true });
/** What a step says in its state. */
type Told = Partial<Record<'holds' | 'open' | 'wrong', string | RegExp>>;

async function expectStep(page: Page, name: keyof typeof STEPS, told: Told): Promise<void> {
  for (const [state, says] of Object.entries(told)) {
    await expect(step(page, name).locator(`[data-state=${state}]`)).toContainText(says);
  }
}

const read = async <T>(app: App, path: string): Promise<T> =>
  (await (await fetch(new URL(path, app.url))).json()) as T;

/** A holder with bonds and a vault, two days with a proof, and the newest of them on screen. */
async function holder(page: Page, app: App, wallet: TestWallet): Promise<Account> {
  const account = await Account.of(app, wallet);
  await account.bonded('49.35');
  await account.staked('5');
  await app.advance(DAY_MS);
  await page.goto('/verify');
  await connect(page);
  return account;
}

/** Has the server answer something else: the JSON that it gave, changed. */
async function falsify<T>(
  page: Page,
  path: RegExp,
  change: (answer: T) => T | object,
): Promise<void> {
  await page.route(path, async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change((await answer.json()) as T) });
  });
}

const OF_DAY = /\/api\/proof\/[\d-]+$/;
const OF_ME = /\/api\/proof\/[\d-]+\/me$/;
const OF_LEAVES = /\/api\/proof\/[\d-]+\/leaves$/;
const OF_LIST = /\/api\/proof$/;

test('a true proof holds in every step, and looks right', async ({ page, app, context }, info) => {
  test.setTimeout(180_000);
  const heard = complaints(page);
  await holder(page, app, await installWallet(context));
  await expectStep(page, 'mine', { holds: /^[\d,]+\.\d{8} LMT of yours are part of the total\.$/ });
  await expectStep(page, 'total', { holds: 'it is the one that is published' });
  await expectStep(page, 'holdings', { holds: 'The treasury’s key signed for each account' });
  await expect(step(page, 'holdings')).toContainText('By holdings on the chain');
  await expect(step(page, 'holdings')).toContainText('With the owner’s entries');
  await expectStep(page, 'anchor', {
    holds: 'The treasury wrote day, root and total on the chain',
  });
  await expectStep(page, 'leaves', { open: 'Work the whole tree out' });
  await page.getByRole('button', { name: 'Check all leaves' }).click();
  await expectStep(page, 'leaves', {
    holds: /leaves come to this root and total.*Yours are among/,
  });
  await expect(page.getByText('All 5 steps hold.')).toBeVisible();
  await step(page, 'mine').getByText('Show the working').click();
  await expect(step(page, 'mine')).toContainText(/Worked out in \d{1,3} ms by your browser/);
  await step(page, 'mine').locator('details details summary').first().click();
  await expect(step(page, 'mine').getByText('Your leaf').first()).toBeVisible();
  for (const look of LOOKS) {
    await lookAt(page, look);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await takePicture(page, info.outputPath(`verify-${look.name}`), true);
  }
  for (const size of SMALL) {
    await makeSmall(page, size);
    expect(await misfits(page, 'main'), size.what).toEqual([]);
  }
  expect(heard).toEqual([]);
});

test('what can be downloaded checks out in the verifier, and a changed file does not', async ({
  page,
  app,
  context,
}, info) => {
  test.setTimeout(180_000);
  const account = await holder(page, app, await installWallet(context));
  const { days } = await read<{ days: string[] }>(app, '/api/proof');
  const [day = ''] = days;
  const download = async (name: string) => {
    const saved = page.waitForEvent('download');
    await page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('link', { name, exact: true }))
      .click();
    const file = await saved;
    const path = info.outputPath(file.suggestedFilename());
    await file.saveAs(path);
    return path;
  };
  const files = {
    day: await download('The day'),
    mine: await download('My leaves'),
    leaves: await download('All leaves'),
  };
  expect(files.day).toMatch(new RegExp(`lmt-proof-${day}.json$`));
  await page.goto('/verifier.html');
  const heard = complaints(page);
  const check = async (dayFile: string | { name: string; mimeType: string; buffer: Buffer }) => {
    await page.getByLabel('Day (needed)').setInputFiles(dayFile);
    await page.getByLabel('Your leaves').setInputFiles(files.mine);
    await page.getByLabel('All leaves').setInputFiles(files.leaves);
    await page.getByLabel('Address of a Solana node').fill(`${app.url}/rpc`);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeEnabled();
  };
  await check(files.day);
  await expect(page.locator('section[data-state=holds]')).toHaveCount(5);
  for (const look of TWO_LOOKS) {
    await lookAt(page, look);
    await expectAccessible(page);
    await takePicture(page, info.outputPath(`verifier-${look.name}`), true);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await misfits(page, 'body')).toEqual([]);
  const published = await read<Day>(app, `/api/proof/${day}`);
  const changed = Buffer.from(JSON.stringify({ ...published, root: 'ab'.repeat(32) }));
  await check({ name: 'day.json', mimeType: 'application/json', buffer: changed });
  const wrong = page.locator('section[data-state=wrong]');
  await expect(wrong).toHaveCount(4);
  await expect(wrong.first()).toContainText('one of the two was changed');
  expect(heard).toEqual([]);
  expect(account.id).not.toBe('');
});

/** What a server would show that made a tree for one reader: sound in itself, and not the chain's. */
function alone(me: Me): Me {
  const halves = me.entries.slice(0, 2);
  const nodes = halves.map(({ salt, units }) =>
    leafOf(Buffer.from(salt, 'hex'), walletBytes(me.wallet), BigInt(units)),
  );
  const { hash, sum } = rootOf(nodes);
  const first = Buffer.compare(nodes[0]!.hash, nodes[1]!.hash) < 0 ? 0 : 1;
  const entries = halves.map((entry, i) => {
    const other = nodes[1 - i]!;
    const index = i === first ? 0 : 1;
    const side = index === 0 ? ('right' as const) : ('left' as const);
    const path = [{ side, hash: other.hash.toString('hex'), units: String(other.sum) }];
    return { ...entry, index, path };
  });
  return { ...me, root: hash.toString('hex'), totalUnits: String(sum), entries };
}

test('falsified proofs are told for what they are', async ({ page, app, context }) => {
  test.setTimeout(240_000);
  const account = await holder(page, app, await installWallet(context));
  await expectStep(page, 'anchor', { holds: 'The treasury wrote' });
  const { days } = await read<{ days: string[] }>(app, '/api/proof');
  const older = await read<Day>(app, `/api/proof/${days[1]}`);
  const me = await account.call<Me>('GET', `/api/proof/${days[0]}/me`);
  const forged = alone(me);

  const falsified: Record<string, readonly [() => Promise<void>, () => Promise<void>]> = {
    'a changed root': [
      () => falsify<Day>(page, OF_DAY, (day) => ({ ...day, root: 'ab'.repeat(32) })),
      async () => {
        await expectStep(page, 'mine', { wrong: 'lead to another root than the published one' });
        await expectStep(page, 'anchor', { wrong: 'The memo on the chain has another root' });
      },
    ],
    'an overflowing sum': [
      () =>
        falsify<Me>(page, OF_ME, (me) => ({
          ...me,
          entries: me.entries.map((entry) => ({
            ...entry,
            path: entry.path.map((one) => ({ ...one, units: String(2n ** 64n - 1n) })),
          })),
        })),
      () => expectStep(page, 'mine', { wrong: 'A sum is larger than 64 bits can hold' }),
    ],
    'a leaf used twice': [
      () => falsify<Me>(page, OF_ME, (me) => ({ ...me, entries: [me.entries[0], me.entries[0]] })),
      () => expectStep(page, 'mine', { wrong: 'One leaf is used twice' }),
    ],
    'the anchor of another day': [
      () => falsify<Day>(page, OF_DAY, (day) => ({ ...day, anchor: older.anchor })),
      () => expectStep(page, 'anchor', { wrong: 'The memo on the chain is of another day.' }),
    ],
    'a tree of the reader alone': [
      async () => {
        const { root, totalUnits } = forged;
        await falsify<Me>(page, OF_ME, () => forged);
        await falsify<Day>(page, OF_DAY, (day) => ({ ...day, root, totalUnits, leaves: 2 }));
      },
      async () => {
        await expectStep(page, 'mine', { holds: 'are part of the total' });
        await expectStep(page, 'anchor', { wrong: 'the published one was changed afterwards' });
      },
    ],
    'a missing day': [
      () => falsify<object>(page, OF_LIST, () => ({ days: [me.day, '2020-01-01'] })),
      () =>
        expect(page.getByText(/^There is no proof of the days from 2020-01-02 to /)).toBeVisible(),
    ],
    'a changed leaf': [
      async () => {
        await page.route(OF_LEAVES, async (route) => {
          const answer = await route.fetch();
          const body = (await answer.text()).replace(/,\d+\n/, ',1\n');
          await route.fulfill({ response: answer, body });
        });
      },
      async () => {
        await page.getByRole('button', { name: 'Check all leaves' }).click();
        await expectStep(page, 'leaves', { wrong: 'The leaves lead to another root' });
      },
    ],
  };

  for (const [what, [lie, expectTold]] of Object.entries(falsified)) {
    await test.step(what, async () => {
      await lie();
      for (const look of TWO_LOOKS) {
        await lookAt(page, look);
        await page.reload();
        await expectTold();
      }
      await expectAccessible(page);
      await page.unrouteAll({ behavior: 'wait' });
    });
  }
  await page.goto('/verify?day=2019-05-05');
  await expect(page.getByText('There is no proof of 2019-05-05')).toBeVisible();
});

test('the demo says that it has nothing to prove, and the Transparency card leads here', async ({
  page,
}) => {
  await page.goto('/verify?demo');
  await expect(page.getByText('The demo has no proof')).toBeVisible();
  await page.goto('/');
  await page.locator('#transparency').scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'Verify it yourself' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  await expect(page.getByRole('heading', { name: 'Verify', exact: true }).first()).toBeAttached();
});
