import { type Browser, chromium } from '@playwright/test';

import { PATHS } from '#contract/base/paths';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/base/time';
import { walletOf } from '../test/world/wallet.ts';
import { seedPeople } from './people.ts';
import { Person } from './person.ts';
import { Site } from './site.ts';

const SEEN_MS = 2 * SECOND_MS;

/** Alice's nine days: a vault in its window, one to be activated, and a bond that is locked. */
async function liveAsAlice(site: Site): Promise<void> {
  const alice = site.local.wallets.find(({ name }) => name === 'Alice');
  if (!alice) throw new Error('the local network has no Alice');
  const funds = { walletAddress: alice.address, sol: '400', usdc: '60000' };
  await site.call('POST', PATHS.airdrop, { body: funds });
  const person = await Person.signedIn(site, await walletOf(alice.secretKey));
  const bond = async (...paid: Parameters<Person['payForBond']>) => {
    await person.payForBond(...paid);
    await site.advance(SEEN_MS);
    await person.bond();
  };
  const stake = async (percent: bigint, isAuto: boolean) => {
    await person.payForStake(percent);
    await site.advance(SEEN_MS);
    await person.stake(isAuto);
  };
  await bond('SOL', '25');
  await site.advance(DAY_MS);
  await person.claim();
  await stake(70n, false);
  await site.advance(DAY_MS);
  await person.activate();
  await site.advance(4 * DAY_MS);
  await bond('USDC', '4000');
  await site.advance(DAY_MS);
  await person.claim();
  await stake(50n, true);
  await site.advance(DAY_MS + 12 * HOUR_MS);
  await bond('SOL', '10');
  await site.advance(15 * HOUR_MS);
}

/** In the page: no card in sight is loading; what lies below is drawn for those who go there. */
function isDrawn(): boolean {
  const waiting = [...document.querySelectorAll('.animate-breathe')];
  return waiting.every((each) => each.getBoundingClientRect().top > window.innerHeight);
}

async function takePicture(browser: Browser, theme: 'dark' | 'light'): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(120_000);
  await page.goto(site.url);
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('menuitem', { name: 'Alice' }).click();
  const toast = page.locator('[data-sonner-toast]').first();
  await toast.waitFor();
  await toast.waitFor({ state: 'detached' });
  await page.getByText('Total Value').first().waitFor();
  await page.waitForFunction(isDrawn);
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${folder}/dashboard-${theme}.png` });
  await page.close();
}

const [, , url, folder = 'docs/pictures'] = process.argv;
if (url === undefined) throw new Error('which server?');
const site = await Site.at(url);
await seedPeople(site, (what) => console.log(`  ${what} …`));
await liveAsAlice(site);
const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  ...(executablePath === undefined ? {} : { executablePath }),
});
for (const theme of ['dark', 'light'] as const) await takePicture(browser, theme);
await browser.close();
console.log(`  two pictures in ${folder}`);
